// verdict: safe
// twin: max-align-bad.c
// source: own
// about: the alignment that suits every type

#include <assert.h>
#include <stddef.h>

int main(void) {
    assert(_Alignof(max_align_t) == 16);
    return 0;
}
