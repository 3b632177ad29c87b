// verdict: unsafe(init)
// line: 11
// twin: element.c
// source: own
// about: an element is read that was not written

int main(void) {
    int a[3];
    a[0] = 1;
    a[2] = 2;
    return a[0] == a[1];
}
