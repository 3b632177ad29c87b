// verdict: unsafe(reach)
// slow: yes
// line: 110
// twin: vending.c
// source: own
// about: the credit is not cleared after a refund, so the same money can be paid out twice

// Vending machine, driven by single-character commands on stdin:
//   n d q   insert a coin of 5, 10, 25
//   A B C   select a product
//   r       give the money back
// Everything else is ignored.

#include <assert.h>
#include <stdbool.h>
#include <stdio.h>

#define MAX_CREDIT   100
#define MAX_COMMANDS 1000

struct product {
    const char *name;
    int price;
    int stock;
};

static struct product products[] = {
    { "water",  35, 4 },
    { "juice",  60, 3 },
    { "crisps", 45, 2 },
};
enum { NPRODUCTS = sizeof products / sizeof products[0] };

static const int denominations[] = { 25, 10, 5 };
enum { NDENOM = sizeof denominations / sizeof denominations[0] };

struct machine {
    int credit;      // money of the current customer
    int inserted;    // all coins ever accepted
    int paid_out;    // all coins ever returned
    int revenue;
};

static void insert_coin(struct machine *m, int value) {
    if (m->credit + value > MAX_CREDIT) {
        printf("coin rejected\n");   // falls straight through, not counted
        return;
    }
    m->credit += value;
    m->inserted += value;
}

static int pay_out(struct machine *m, int amount) {
    int coins = 0;
    for (int i = 0; i < NDENOM; i++) {
        while (amount >= denominations[i]) {
            amount -= denominations[i];
            m->paid_out += denominations[i];
            coins++;
        }
    }
    assert(amount == 0);   // every price is a multiple of 5
    return coins;
}

static void refund(struct machine *m) {
    int coins = pay_out(m, m->credit);
    printf("refund: %d coins\n", coins);
}

static bool select_product(struct machine *m, int which) {
    struct product *p = &products[which];
    if (p->stock == 0) {
        printf("%s is sold out\n", p->name);
        return false;
    }
    if (m->credit < p->price) {
        printf("%s costs %d\n", p->name, p->price);
        return false;
    }
    p->stock--;
    m->revenue += p->price;
    int change = m->credit - p->price;
    m->credit = 0;
    printf("%s, %d coins change\n", p->name, pay_out(m, change));
    return true;
}

int main(void) {
    struct machine m = { 0, 0, 0, 0 };
    int sold = 0, goods = 0, c;

    for (int i = 0; i < NPRODUCTS; i++)
        goods += products[i].stock;

    for (int n = 0; n < MAX_COMMANDS && (c = getchar()) != EOF; n++) {
        switch (c) {
        case 'n': insert_coin(&m, 5);  break;
        case 'd': insert_coin(&m, 10); break;
        case 'q': insert_coin(&m, 25); break;
        case 'r': refund(&m);          break;
        case 'A': case 'B': case 'C':
            if (select_product(&m, c - 'A'))
                sold++;
            break;
        default:
            break;
        }
        assert(m.credit >= 0 && m.credit <= MAX_CREDIT);
        assert(m.inserted == m.credit + m.paid_out + m.revenue);
    }

    refund(&m);
    assert(m.inserted - m.paid_out == m.revenue);
    assert(sold <= goods);
    printf("sold %d for %d\n", sold, m.revenue);
    return 0;
}
