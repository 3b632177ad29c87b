// verdict: unsafe(reach)
// line: 22
// twin: for-forms.c
// source: own
// about: the sum is 11

extern void reach_error(void);

int main(void) {
    int i, j, meetings = 0;
    for (i = 0, j = 10; i < j; i++, j--)
        meetings++;
    for (;;) {
        if (meetings++ > 6)
            break;
    }
    for (int k = 3; k--;)
        meetings += k;
    for (; i < 8; i++)
        ;
    if (meetings != 10 || i != 8 || j != 5)
        reach_error();
    return 0;
}
