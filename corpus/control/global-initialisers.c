// verdict: safe
// twin: global-initialisers-bad.c
// source: own
// about: globals start with constant expressions, or with 0

extern void reach_error(void);

enum { WIDTH = 6 };
int area = WIDTH * (3 + 4);
static unsigned char low = 300 & 0xff;
int nothing;
const long long large = 1ll << 40;
int chosen = sizeof(int) == 4 ? -1 : 1;

int main(void) {
    if (area != 42 || low != 44 || nothing != 0)
        reach_error();
    if (large != 1099511627776 || chosen != -1)
        reach_error();
    return 0;
}
