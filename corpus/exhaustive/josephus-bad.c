// verdict: unsafe(reach)
// line: 14
// twin: josephus.c
// source: own
// about: number 31 stays

extern void reach_error(void);

int main(void) {
    int last = 0;
    for (int people = 2; people <= 41; people++)
        last = (last + 3) % people;
    if (last + 1 != 16)
        reach_error();
    return 0;
}
