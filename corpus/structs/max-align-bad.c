// verdict: unsafe(reach)
// line: 11
// twin: max-align.c
// source: own
// about: the alignment that suits every type

#include <assert.h>
#include <stddef.h>

int main(void) {
    assert(_Alignof(max_align_t) == 8);
    return 0;
}
