// verdict: safe
// twin: unsequenced-literal-bad.c
// source: own
// about: a compound literal changes another variable than the one beside it

int main(void) {
    int x = 1, y = 1;
    int z = (int){x++} + y;
    return x + y + z;
}
