// verdict: safe
// twin: file-scope-literal-bad.c
// source: own
// about: a compound literal outside of functions lives as long as the program

static int *table = (int[]){1, 2, 3};

int main(void) {
    int i = 2;
    return table[i] == 9;
}
