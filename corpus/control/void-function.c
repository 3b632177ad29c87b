// verdict: safe
// twin: void-function-bad.c
// source: own
// about: functions that work on globals, one declared before it is defined

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
    if (balance != 125)
        reach_error();
    return 0;
}

void deposit(int amount) { balance += amount; }
