// verdict: unsafe(undefined)
// line: 13
// twin: constant-member.c
// source: own
// about: a constant member of a record that is not constant is changed

struct account {
    const int number;
    int balance;
};

static void set(const int *where, int value) {
    *(int *)where = value;
}

int main(void) {
    struct account a = {7, 0};
    set(&a.number, 3);
    return a.number;
}
