// verdict: unsafe(reach)
// line: 33
// twin: queens.c
// source: own
// about: not five

extern void reach_error(void);

int main(void) {
    int column[6] = {-1};
    int row = 0;
    int found = 0;
    while (row >= 0) {
        column[row]++;
        if (column[row] == 6) {
            row--;
            continue;
        }
        int clash = 0;
        for (int r = 0; r < row; r++) {
            int d = column[row] - column[r];
            if (d == 0 || d == row - r || d == r - row)
                clash = 1;
        }
        if (clash)
            continue;
        if (row == 5)
            found++;
        else
            column[++row] = -1;
    }
    if (found != 5)
        reach_error();
    return 0;
}
