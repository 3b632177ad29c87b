// verdict: safe
// twin: strtok-rest-bad.c
// source: own
// about: `strtok_r` finds the words of two texts in turns

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
    assert(n == 2);
    return 0;
}
