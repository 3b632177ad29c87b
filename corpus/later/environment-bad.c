// verdict: unknown
// twin: environment.c
// source: own
// about: what the library keeps of the environment is not understood

extern char **environ;

int main(void) {
    int looks = 1;
    if (looks) return environ[0] != 0;
    return 0;
}
