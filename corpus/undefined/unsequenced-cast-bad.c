// verdict: unsafe(undefined)
// line: 9
// twin: unsequenced-cast.c
// source: own
// about: an object is changed by its name and through a pointer of another type in one expression

int main(void) {
    int x[2] = {0, 0};
    int r = (x[0] = 1) + (*(unsigned *)&x[0] = 2u);
    return r - 3;
}
