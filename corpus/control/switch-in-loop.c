// verdict: safe
// twin: switch-in-loop-bad.c
// source: own
// about: break leaves the switch, continue the turn of the loop

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
    if (counted != 27)
        reach_error();
    return 0;
}
