// verdict: unsafe(reach)
// line: 12
// twin: standard-streams.c
// source: own
// about: a stream is compared with itself

#include <stdio.h>
extern void reach_error(void);

int main(void) {
    FILE *streams[3] = {stdin, stdout, stderr};
    if (!streams[0] || streams[0] == streams[0]) reach_error();
    return 0;
}
