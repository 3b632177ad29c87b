// verdict: safe
// twin: substatement-literal-bad.c
// source: own
// about: a statement behind `if` is a block without braces as well, and a compound literal in it ends there

int main(void) {
    int x = 0;
    int *p = &x;
    for (int i = 0; i < 4; i++)
        if (i > 3)
            p = &(int){i};
    return *p;
}
