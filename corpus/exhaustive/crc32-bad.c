// verdict: unsafe(reach)
// line: 22
// twin: crc32.c
// source: own
// about: a wrong polynomial

extern void reach_error(void);

int main(void) {
    unsigned char text[] = "123456789";
    unsigned crc = 0xffffffffu;
    for (int i = 0; i < 9; i++) {
        crc ^= text[i];
        for (int bit = 0; bit < 8; bit++) {
            if (crc & 1)
                crc = (crc >> 1) ^ 0xedb88321u;
            else
                crc >>= 1;
        }
    }
    if (~crc != 0xcbf43926u)
        reach_error();
    return 0;
}
