// verdict: safe
// twin: unsequenced-size-bad.c
// source: own
// about: the size of a type is computed beside another object

int main(void) {
    int i = 1, j = 1;
    int r = (int)sizeof(int[i++]) + j;
    return r - 5;
}
