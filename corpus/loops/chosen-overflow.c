// verdict: safe
// twin: chosen-overflow-bad.c
// source: own
// about: one way round adds, and stops adding below the limit of the type

extern int __VERIFIER_nondet_int(void);

int main(void) {
    int score = 0, lives = 3;
    while (lives > 0) {
        int move = __VERIFIER_nondet_int();
        if (move == 7) {
            if (score > 2000000000)
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
