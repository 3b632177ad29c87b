// verdict: unsafe(reach)
// line: 24
// twin: void-function.c
// source: own
// about: 100 + 50 - 30 + 5 is 125

extern void reach_error(void);

int balance = 100;
void deposit(int amount);

static void withdraw(int amount) {
    if (amount > balance)
        return;
    balance -= amount;
}

int main(void) {
    deposit(50);
    withdraw(500);
    withdraw(30);
    deposit(5);
    if (balance != 120)
        reach_error();
    return 0;
}

void deposit(int amount) { balance += amount; }
