// verdict: safe
// twin: own-initialiser-bad.c
// source: own
// about: a variable may stand in its own initialiser where it is not read

int main(void) {
    int x = sizeof x;
    return x == 7;
}
