// verdict: safe
// twin: pointer-compare-bad.c
// source: own
// about: two pointers that start at both ends of an array meet

int main(void) {
    char text[9] = "reversed";
    char *left = text;
    char *right = text + 7;
    while (left < right) {
        char c = *left;
        *left++ = *right;
        *right-- = c;
    }
    return 0;
}
