// verdict: safe
// twin: call-cast-to-untold-bad.c
// source: own
// about: the type in a cast, int (*)(), says nothing of parameters: it fits a function that has some

extern void reach_error(void);

static int larger(int a, int b) {
    return a > b ? a : b;
}

typedef int (*any)();

int main(void) {
    if (((int (*)())larger)(3, 4) != 4 || ((any)larger)(7, 4) != 7)
        reach_error();
    return 0;
}
