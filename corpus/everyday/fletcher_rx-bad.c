// verdict: unsafe(bounds)
// slow: yes
// line: 63
// twin: fletcher_rx.c
// source: own
// about: the length byte is compared with the wrong limit, payloads of 65 to 100 bytes overrun the buffer

#include <assert.h>
#include <stdint.h>
#include <stdio.h>

// Receiver for the packets of the logger unit, as a filter on stdin:
//
//   SYNC  len  payload...  check0  check1
//
// The two check bytes make both Fletcher sums of payload + check bytes zero.

#define SYNC         0xA5
#define MAX_PAYLOAD  64
#define MAX_PACKETS  100

typedef enum { RX_OK, RX_BAD_SUM, RX_TOO_LONG, RX_EOF } RxStatus;

typedef struct {
    unsigned a;
    unsigned b;
} Sums;

static void sums_add(Sums *s, uint8_t byte)
{
    s->a = (s->a + byte) % 255u;
    s->b = (s->b + s->a) % 255u;
}

static Sums sums_of(const uint8_t *p, unsigned n)
{
    Sums s = { 0, 0 };
    for (unsigned i = 0; i < n; i++)
        sums_add(&s, p[i]);
    return s;
}

static RxStatus receive(uint8_t *payload, unsigned *len, uint8_t check[2])
{
    int c = getchar();
    for (int skipped = 0; c != SYNC; skipped++) {
        if (c == EOF || skipped > 1000)
            return RX_EOF;
        c = getchar();
    }

    c = getchar();
    if (c == EOF)
        return RX_EOF;
    if (c > MAX_PACKETS)
        return RX_TOO_LONG;
    *len = (unsigned)c;

    for (unsigned i = 0; i < *len; i++) {
        c = getchar();
        if (c == EOF)
            return RX_EOF;
        payload[i] = (uint8_t)c;
    }
    for (int i = 0; i < 2; i++) {
        c = getchar();
        if (c == EOF)
            return RX_EOF;
        check[i] = (uint8_t)c;
    }

    Sums s = sums_of(payload, *len);
    sums_add(&s, check[0]);
    sums_add(&s, check[1]);
    return (s.a == 0 && s.b == 0) ? RX_OK : RX_BAD_SUM;
}

// The check bytes that a sender would append.
static void make_check(const uint8_t *p, unsigned n, uint8_t check[2])
{
    Sums s = sums_of(p, n);
    check[0] = (uint8_t)(255u - (s.a + s.b) % 255u);
    check[1] = (uint8_t)(255u - (s.a + check[0]) % 255u);
}

int main(void)
{
    uint8_t payload[MAX_PAYLOAD];
    uint8_t check[2], again[2];
    unsigned len = 0, good = 0, bad = 0;

    for (int i = 0; i < MAX_PACKETS; i++) {
        RxStatus st = receive(payload, &len, check);
        if (st == RX_EOF)
            break;
        if (st == RX_TOO_LONG) {
            bad++;
            continue;
        }

        make_check(payload, len, again);
        Sums s = sums_of(payload, len);
        sums_add(&s, again[0]);
        sums_add(&s, again[1]);
        assert(s.a == 0 && s.b == 0);

        // check bytes are unique modulo 255
        if (st == RX_OK) {
            assert(check[0] % 255 == again[0] % 255);
            assert(check[1] % 255 == again[1] % 255);
            good++;
        } else {
            assert(check[0] % 255 != again[0] % 255 || check[1] % 255 != again[1] % 255);
            bad++;
        }
    }

    printf("%u good, %u bad\n", good, bad);
    return bad != 0;
}
