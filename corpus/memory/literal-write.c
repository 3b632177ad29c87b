// verdict: safe
// twin: literal-write-bad.c
// source: own
// about: a text is changed in an array that was initialised with it

int main(void) {
    char buffer[] = "abc";
    char *texts[2] = {buffer, "abc"};
    char *text = texts[0];
    text[0] = 'x';
    return 0;
}
