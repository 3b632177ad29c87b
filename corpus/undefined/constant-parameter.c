// verdict: safe
// twin: constant-parameter-bad.c
// source: own
// about: a parameter is changed through its address

static int set(int x) {
    *(int *)&x = 2;
    return x;
}

int main(void) {
    return set(1) - 2;
}
