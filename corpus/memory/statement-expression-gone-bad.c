// verdict: unsafe(deref)
// line: 14
// twin: statement-expression-gone.c
// source: own
// about: a statement expression yields the address of its own local

int main(void) {
    int outer = 1;
    int n = 2;
    int *p = ({
        int inner = 2;
        n == 2 ? &inner : &outer;
    });
    return *p == 9;
}
