// verdict: unsafe(init)
// line: 8
// twin: own-initialiser.c
// source: own
// about: a variable is read by its own initialiser

int main(void) {
    int x = x;
    return x == 7;
}
