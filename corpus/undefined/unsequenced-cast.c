// verdict: safe
// twin: unsequenced-cast-bad.c
// source: own
// about: an object and another one behind a cast are changed in one expression

int main(void) {
    int x[2] = {0, 0};
    int r = (x[0] = 1) + (*(unsigned *)&x[1] = 2u);
    return r - 3;
}
