// verdict: safe
// twin: element-bad.c
// source: own
// about: elements that were written are read

int main(void) {
    int a[3];
    a[0] = 1;
    a[2] = 2;
    return a[0] == a[2];
}
