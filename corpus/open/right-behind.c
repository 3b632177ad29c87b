// verdict: safe
// twin: right-behind-bad.c
// source: own
// about: an object may lie right behind another, but not both behind each other

void reach_error(void);
int a[1], b[1];
int main(void) {
  if (a + 1 == b && b + 1 == a)
    reach_error();
  return 0;
}
