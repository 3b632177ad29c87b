// verdict: unsafe(deref)
// line: 13
// twin: statement-expression-local.c
// source: own
// about: the address of a local of a statement expression outlives it

int main(void) {
    int outer = 1;
    int *p = ({
        int inner = outer;
        1 ? &inner : &outer;
    });
    return *p;
}
