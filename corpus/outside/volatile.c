// verdict: safe
// twin: volatile-bad.c
// source: own
// about: a volatile object of the program holds what the program writes

void reach_error(void);
static volatile int x;

int main(void) {
    int first = x, second = x;
    if (first != second) reach_error();
    return 0;
}
