// verdict: unsafe(undefined)
// line: 9
// twin: unsequenced-size.c
// source: own
// about: the size of a type changes an object that is read beside it

int main(void) {
    int i = 1, j = 1;
    int r = (int)sizeof(int[i++]) + i;
    return r - 5;
}
