// verdict: unsafe(reach)
// line: 18
// twin: global-initialisers.c
// source: own
// about: the first global is 42

extern void reach_error(void);

enum { WIDTH = 6 };
int area = WIDTH * (3 + 4);
static unsigned char low = 300 & 0xff;
int nothing;
const long long large = 1ll << 40;
int chosen = sizeof(int) == 4 ? -1 : 1;

int main(void) {
    if (area != 36 || low != 44 || nothing != 0)
        reach_error();
    if (large != 1099511627776 || chosen != -1)
        reach_error();
    return 0;
}
