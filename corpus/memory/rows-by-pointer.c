// verdict: safe
// twin: rows-by-pointer-bad.c
// source: own
// about: the rows of a matrix are visited through a pointer to rows

int main(void) {
    int matrix[3][4];
    int (*row)[4] = matrix;
    for (int i = 0; i < 3; i++) {
        for (int j = 0; j < 4; j++)
            (*row)[j] = i * j;
        row++;
    }
    return 0;
}
