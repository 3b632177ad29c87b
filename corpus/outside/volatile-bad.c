// verdict: unsafe(reach)
// line: 12
// twin: volatile.c
// source: own
// about: a volatile object that is defined elsewhere may change between two reads

void reach_error(void);
extern volatile int x;

int main(void) {
    int first = x, second = x;
    if (first != second) reach_error();
    return 0;
}
