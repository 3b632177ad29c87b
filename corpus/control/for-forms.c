// verdict: safe
// twin: for-forms-bad.c
// source: own
// about: for with every part missing, with commas and with a declaration

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
    if (meetings != 11 || i != 8 || j != 5)
        reach_error();
    return 0;
}
