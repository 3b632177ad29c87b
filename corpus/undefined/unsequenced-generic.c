// verdict: safe
// twin: unsequenced-generic-bad.c
// source: own
// about: the chosen expression changes another variable than the one beside it

int main(void) {
    int x = 1, y = 1;
    int z = _Generic(x, default: x++) + y;
    return x + y + z;
}
