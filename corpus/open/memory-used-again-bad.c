// verdict: unsafe(reach)
// line: 16
// check: reach
// twin: memory-used-again.c
// source: own
// about: new memory may lie where other memory was freed

void reach_error(void);
void *malloc(unsigned long);
void free(void *);
int main(void) {
  int *p = malloc(sizeof *p), *q = p;
  free(p);
  int *r = malloc(sizeof *r);
  if (r == q)
    reach_error();
  free(r);
  return 0;
}
