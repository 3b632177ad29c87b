// verdict: safe
// twin: old-style-bad.c
// source: own
// about: a function without prototype gets as many arguments as it has parameters

int first(a, b) int a, b;
{
    return a;
}

int main(void) {
    return first(1, 2);
}
