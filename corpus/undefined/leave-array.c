// verdict: safe
// twin: leave-array-bad.c
// source: own
// about: right behind an array is a place to point to

int main(void) {
    int a[3] = {1, 2, 3};
    int *end = a + 3;
    int sum = 0;
    for (int *p = a; p != end && p != a + 3; p++)
        sum += *p;
    return sum;
}
