// verdict: safe
// twin: constant-member-bad.c
// source: own
// about: a member that is not constant is changed through a pointer to a constant

struct account {
    const int number;
    int balance;
};

static void set(const int *where, int value) {
    *(int *)where = value;
}

int main(void) {
    struct account a = {7, 0};
    set(&a.balance, 3);
    return a.number;
}
