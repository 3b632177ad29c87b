// verdict: unsafe(reach)
// slow: yes
// twin: mac_parse.c
// source: own
// about: text behind the sixth byte is ignored

#include <ctype.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <assert.h>

#define MAC_BYTES 6
#define MAC_TEXT_LEN (3 * MAC_BYTES - 1)

typedef struct { uint8_t b[MAC_BYTES]; } mac_t;

static int nibble(char ch)
{
  unsigned char c = (unsigned char)ch;
  if (!isxdigit(c))
    return -1;
  return isdigit(c) ? c - '0' : tolower(c) - 'a' + 10;
}

static bool mac_parse(const char *s, mac_t *mac)
{
  char sep = '\0';

  for (int i = 0; i < MAC_BYTES; i++) {
    if (i == 1) {
      sep = *s;
      if (sep != ':' && sep != '-')
        return false;
    }
    if (i > 0 && *s++ != sep)
      return false;

    int hi = nibble(s[0]);
    if (hi < 0)
      return false;
    int lo = nibble(s[1]);
    if (lo < 0)
      return false;
    mac->b[i] = (uint8_t)(hi << 4 | lo);
    s += 2;
  }
  return true;
}

static void mac_format(const mac_t *mac, char *out)
{
  static const char hex[] = "0123456789abcdef";

  for (int i = 0; i < MAC_BYTES; i++) {
    if (i > 0)
      *out++ = ':';
    *out++ = hex[mac->b[i] >> 4];
    *out++ = hex[mac->b[i] & 15];
  }
  *out = '\0';
}

int main(void)
{
  char line[64], text[MAC_TEXT_LEN + 1];
  mac_t mac, again;

  if (fgets(line, sizeof line, stdin) == NULL)
    return 1;
  line[strcspn(line, "\r\n")] = '\0';
  if (!mac_parse(line, &mac)) {
    printf("invalid address\n");
    return 1;
  }

  mac_format(&mac, text);
  printf("%s %s\n", text, mac.b[0] & 1 ? "multicast" : "unicast");
  for (int i = 0; i < MAC_TEXT_LEN; i++)
    assert(text[i] == ':' || text[i] == tolower((unsigned char)line[i]));
  assert(strlen(text) == strlen(line));
  bool ok = mac_parse(text, &again);
  assert(ok && memcmp(&mac, &again, sizeof mac) == 0);
  return 0;
}
