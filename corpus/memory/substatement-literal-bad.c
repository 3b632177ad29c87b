// verdict: unsafe(deref)
// line: 13
// twin: substatement-literal.c
// source: own
// about: a compound literal is used behind the statement without braces that it belongs to

int main(void) {
    int x = 0;
    int *p = &x;
    for (int i = 0; i < 4; i++)
        if (i > 2)
            p = &(int){i};
    return *p;
}
