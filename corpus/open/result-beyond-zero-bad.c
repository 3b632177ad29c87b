// verdict: unsafe(reach)
// line: 12
// twin: result-beyond-zero.c
// source: own
// about: of the result of `isalpha` no more is known than that it is not 0

void reach_error(void);
int isalpha(int);
int main(void) {
  int is = isalpha('x');
  if (is == 1024)
    reach_error();
  return 0;
}
