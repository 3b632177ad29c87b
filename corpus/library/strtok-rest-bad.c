// verdict: unsafe(reach)
// line: 21
// twin: strtok-rest.c
// source: own
// about: there are two words, not three

#include <assert.h>
#include <string.h>

int main(void) {
    char one[] = "a b", two[] = ",c,,d";
    char *first, *second;
    int n = 0;
    char *word = strtok_r(one, " ", &first);
    while (word) {
        char *other = n == 0 ? strtok_r(two, ",", &second) : strtok_r(0, ",", &second);
        assert(other && other[0] == 'c' + n);
        n++;
        word = strtok_r(0, " ", &first);
    }
    assert(n == 3);
    return 0;
}
