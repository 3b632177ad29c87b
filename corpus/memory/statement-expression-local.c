// verdict: safe
// twin: statement-expression-local-bad.c
// source: own
// about: the value of a statement expression is the address of what is around it

int main(void) {
    int outer = 1;
    int *p = ({
        int inner = outer;
        0 ? &inner : &outer;
    });
    return *p;
}
