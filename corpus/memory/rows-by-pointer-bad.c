// verdict: unsafe(bounds)
// line: 12
// twin: rows-by-pointer.c
// source: own
// about: the pointer goes one row too far

int main(void) {
    int matrix[3][4];
    int (*row)[4] = matrix;
    for (int i = 0; i < 4; i++) {
        for (int j = 0; j < 4; j++)
            (*row)[j] = i * j;
        row++;
    }
    return 0;
}
