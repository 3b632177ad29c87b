// verdict: unsafe(reach)
// line: 24
// twin: switch-in-loop.c
// source: own
// about: the sum is 27

extern void reach_error(void);

int main(void) {
    int counted = 0;
    for (int i = 0; i < 10; i++) {
        switch (i % 4) {
        case 0:
            continue;
        case 1:
        case 2:
            break;
        default:
            counted += 10;
        }
        counted++;
    }
    if (counted != 26)
        reach_error();
    return 0;
}
