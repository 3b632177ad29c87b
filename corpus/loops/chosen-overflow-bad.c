// verdict: unsafe(overflow)
// line: 16
// twin: chosen-overflow.c
// source: own
// about: the overflow needs more than 100,000 iterations, and the input must take the same way in each of them

extern int __VERIFIER_nondet_int(void);

int main(void) {
    int score = 0, lives = 3;
    while (lives > 0) {
        int move = __VERIFIER_nondet_int();
        if (move == 7) {
            if (score > 2147483647)
                break;
            score += 20000;
        } else if (move < 0) {
            lives--;
        } else if (score > 1000) {
            score -= 1000;
        }
    }
    return 0;
}
