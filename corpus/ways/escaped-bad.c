// verdict: unsafe(reach)
// twin: escaped.c
// source: own
// about: the end mark is not escaped, so what lies behind it is lost

#include <assert.h>

extern unsigned char __VERIFIER_nondet_uchar(void);

enum { COUNT = 4, MARK = 0x1B, END = 0x0A, FLIP = 0x40 };

static int escape(unsigned char *out, const unsigned char *in, int n)
{
    int used = 0;

    for (int i = 0; i < n; i++) {
        if (in[i] == MARK) {
            out[used++] = MARK;
            out[used++] = in[i] ^ FLIP;
        } else {
            out[used++] = in[i];
        }
    }
    out[used++] = END;
    return used;
}

/* how many bytes there were before the end */
static int unescape(unsigned char *out, const unsigned char *in)
{
    int n = 0;

    for (int i = 0; in[i] != END; i++) {
        if (in[i] == MARK)
            out[n++] = in[++i] ^ FLIP;
        else
            out[n++] = in[i];
    }
    return n;
}

int main(void)
{
    unsigned char data[COUNT], wire[2 * COUNT + 1], back[2 * COUNT];
    int n = __VERIFIER_nondet_uchar() % (COUNT + 1);

    for (int i = 0; i < n; i++)
        data[i] = __VERIFIER_nondet_uchar();
    escape(wire, data, n);
    assert(unescape(back, wire) == n);
    for (int i = 0; i < n; i++)
        assert(back[i] == data[i]);
    return 0;
}
