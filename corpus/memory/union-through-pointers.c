// verdict: safe
// twin: union-through-pointers-bad.c
// source: own
// about: unions are copied through pointers, by memcpy and between elements of an array

extern void reach_error(void);
extern void *memcpy(void *, const void *, unsigned long);

union word {
    int number;
    short halves[2];
};

struct pair {
    char tag;
    union word word;
};

int main(void) {
    struct pair all[3];
    union word w, *p = &w, *q = &all[1].word;
    w.number = 0x00020001;
    *q = *p;
    all[1].tag = 1;
    all[2] = all[1];
    memcpy(&all[0], &all[2], sizeof all[0]);
    if (all[0].word.halves[1] != 2)
        reach_error();
    return 0;
}
