// verdict: unsafe(undefined)
// line: 9
// twin: unsequenced-literal.c
// source: own
// about: a compound literal changes the variable beside it

int main(void) {
    int x = 1, y = 1;
    int z = (int){x++} + x;
    return x + y + z;
}
