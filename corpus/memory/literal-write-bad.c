// verdict: unsafe(deref)
// line: 11
// twin: literal-write.c
// source: own
// about: a string literal is written to, which C does not allow

int main(void) {
    char buffer[] = "abc";
    char *texts[2] = {buffer, "abc"};
    char *text = texts[1];
    text[0] = 'x';
    return 0;
}
