// verdict: unsafe(undefined)
// line: 9
// twin: unsequenced-generic.c
// source: own
// about: the chosen expression changes the variable beside it

int main(void) {
    int x = 1, y = 1;
    int z = _Generic(x, default: x++) + x;
    return x + y + z;
}
