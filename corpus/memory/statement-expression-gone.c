// verdict: safe
// twin: statement-expression-gone-bad.c
// source: own
// about: a statement expression yields a pointer to what is still there

int main(void) {
    int outer = 1;
    int n = 1;
    int *p = ({
        int inner = 2;
        n == 2 ? &inner : &outer;
    });
    return *p == 9;
}
