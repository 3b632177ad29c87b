// verdict: safe
// twin: unsequenced-statement-bad.c
// source: own
// about: two changes inside of a statement expression, of two variables

int main(void) {
    int x = 1, y = 1;
    int z = 1 + ({
        x = y++;
        x;
    });
    return x + y + z;
}
