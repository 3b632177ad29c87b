// verdict: unsafe(bounds)
// line: 11
// twin: file-scope-literal.c
// source: own
// about: an element behind a compound literal outside of functions is read

static int *table = (int[]){1, 2, 3};

int main(void) {
    int i = 3;
    return table[i] == 9;
}
