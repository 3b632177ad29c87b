// verdict: unsafe(reach)
// line: 24
// twin: reactive.c
// source: own
// about: the level may pass its limit

extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
    int level = 50;
    int pump = 0;
    while (1) {
        int sensor = __VERIFIER_nondet_int();
        if (sensor > 0)
            pump = 1;
        else if (sensor < 0)
            pump = 0;
        if (pump && level <= 96)
            level += 5;
        if (!pump && level >= 3)
            level -= 3;
        if (level < 0 || level > 100)
            reach_error();
    }
}
