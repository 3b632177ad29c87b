// verdict: unsafe(undefined)
// line: 9
// twin: unsequenced.c
// source: own
// about: one variable is changed twice in one expression

int main(void) {
    int i = 1, j = 2;
    int sum = i++ + i++;
    return sum;
}
