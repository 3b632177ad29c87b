// verdict: unsafe(undefined)
// line: 10
// twin: unsequenced-statement.c
// source: own
// about: two changes of one variable inside of a statement expression

int main(void) {
    int x = 1, y = 1;
    int z = 1 + ({
        x = x++;
        x;
    });
    return x + y + z;
}
