// verdict: safe
// twin: unsequenced-bad.c
// source: own
// about: two changes of two variables need no order

int main(void) {
    int i = 1, j = 2;
    int sum = i++ + j++;
    return sum;
}
