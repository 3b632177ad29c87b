// verdict: safe
// twin: standard-streams-bad.c
// source: own
// about: the standard streams are there and differ

#include <stdio.h>
extern void reach_error(void);

int main(void) {
    FILE *streams[3] = {stdin, stdout, stderr};
    if (!streams[0] || streams[0] == streams[1]) reach_error();
    return 0;
}
