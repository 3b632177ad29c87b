// verdict: unsafe(undefined)
// line: 13
// twin: old-style.c
// source: own
// about: a function without prototype gets one argument too many

int first(a, b) int a, b;
{
    return a;
}

int main(void) {
    return first(1, 2, 3);
}
