// verdict: safe
// twin: size-through-array-bad.c
// source: own
// about: the size of an array that is a member of the first element of an array

extern void reach_error(void);

struct row {
    long cells[4];
    short marks[3];
};

struct row table[2] = {{{1, 2, 3, 4}, {5, 6, 7}}};

int main(void) {
    long sum = 0;
    for (unsigned i = 0; i < sizeof(table->cells) / sizeof(table->cells[0]); i++)
        sum += table->cells[i];
    if (sum != 10 || sizeof((*table).marks) != 6)
        reach_error();
    return 0;
}
