// verdict: unsafe(bounds)
// line: 21
// twin: pointer-starts-bool.c
// source: own
// about: a `_Bool` that starts as a pointer is whether that is null: a variable, elements of an array, a bit-field

struct state {
    _Bool ready : 1;
    int count;
};

int main(void)
{
    int value = 3;
    int *there = &value, *none = 0;
    _Bool plain = there;
    _Bool row[2] = {none, there};
    struct state state = {there, 3};
    int sum = plain + row[0] + row[1] + state.ready + state.count;
    int index[6] = {0};
    return index[sum];
}
