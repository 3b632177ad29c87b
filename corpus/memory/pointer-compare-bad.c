// verdict: unsafe(bounds)
// line: 13
// twin: pointer-compare.c
// source: own
// about: the pointer from the right starts past the end

int main(void) {
    char text[9] = "reversed";
    char *left = text;
    char *right = text + 9;
    while (left < right) {
        char c = *left;
        *left++ = *right;
        *right-- = c;
    }
    return 0;
}
