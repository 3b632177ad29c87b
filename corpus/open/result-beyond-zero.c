// verdict: safe
// twin: result-beyond-zero-bad.c
// source: own
// about: `isalpha` returns a number other than 0

void reach_error(void);
int isalpha(int);
int main(void) {
  int is = isalpha('x');
  if (is == 0)
    reach_error();
  return 0;
}
