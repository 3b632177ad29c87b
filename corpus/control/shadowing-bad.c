// verdict: unsafe(reach)
// line: 27
// twin: shadowing.c
// source: own
// about: two reads of the global 1 add up to 2

extern void reach_error(void);

int x = 1;

int main(void) {
    int seen = x;
    int x = 2;
    for (int x = 10; x < 13; x++) {
        int seen = x;
        {
            int x = seen + 100;
            if (x < 110)
                reach_error();
        }
    }
    {
        extern int x;
        seen += x;
    }
    if (x != 2 || seen != 3)
        reach_error();
    return 0;
}
