// verdict: unsafe(reach)
// line: 32
// twin: break-and-continue.c
// source: own
// about: the count is 14

extern void reach_error(void);

int main(void) {
    int count = 0;
    for (int i = 0; i < 10; i++) {
        if (i == 7)
            break;
        int j = 0;
        while (1) {
            j++;
            if (j == 2)
                continue;
            if (j > 3)
                break;
            count++;
        }
        do {
            if (i % 2)
                continue;
            j = 0;
        } while (j > 100);
        if (j != 0 && j != 4)
            count = 1000;
    }
    if (count != 15)
        reach_error();
    return 0;
}
