// verdict: safe
// twin: crc32-bad.c
// source: own
// about: the check value of CRC-32

extern void reach_error(void);

int main(void) {
    unsigned char text[] = "123456789";
    unsigned crc = 0xffffffffu;
    for (int i = 0; i < 9; i++) {
        crc ^= text[i];
        for (int bit = 0; bit < 8; bit++) {
            if (crc & 1)
                crc = (crc >> 1) ^ 0xedb88320u;
            else
                crc >>= 1;
        }
    }
    if (~crc != 0xcbf43926u)
        reach_error();
    return 0;
}
