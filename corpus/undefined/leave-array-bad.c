// verdict: unsafe(undefined)
// line: 9
// twin: leave-array.c
// source: own
// about: two behind an array is none

int main(void) {
    int a[3] = {1, 2, 3};
    int *end = a + 4;
    int sum = 0;
    for (int *p = a; p != end && p != a + 3; p++)
        sum += *p;
    return sum;
}
