// verdict: safe
// twin: unsequenced-index-bad.c
// source: own
// about: the index is another variable than the one that is changed

int main(void) {
    int a[4] = {0}, i = 1, j = 1;
    a[j] = i++;
    return a[1] + i + j;
}
