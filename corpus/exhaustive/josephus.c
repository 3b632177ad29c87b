// verdict: safe
// twin: josephus-bad.c
// source: own
// about: forty-one in a circle, every third leaves

extern void reach_error(void);

int main(void) {
    int last = 0;
    for (int people = 2; people <= 41; people++)
        last = (last + 3) % people;
    if (last + 1 != 31)
        reach_error();
    return 0;
}
