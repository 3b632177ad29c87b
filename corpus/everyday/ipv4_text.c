// verdict: safe
// slow: yes
// twin: ipv4_text-bad.c
// source: own
// about: strict dotted IPv4 parser; printing an accepted address gives the same text

#include <stdint.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <assert.h>

extern int __VERIFIER_nondet_int(void);
extern char __VERIFIER_nondet_char(void);

#define IPV4_TEXT 16	/* "255.255.255.255" and the terminator */

/*
 * One decimal number up to 255, written the shortest way. Returns the
 * position behind it, or NULL.
 */
static const char *
parse_octet(const char *s, uint32_t *octet)
{
	uint32_t v = 0;
	int digits = 0;

	while (s[digits] >= '0' && s[digits] <= '9') {
		if (digits == 3)
			return NULL;
		v = v * 10 + (uint32_t)(s[digits] - '0');
		digits++;
	}
	if (digits == 0 || v > 255)
		return NULL;
	if (digits > 1 && s[0] == '0')
		return NULL;
	*octet = v;
	return s + digits;
}

static bool
ipv4_parse(const char *s, uint32_t *addr)
{
	uint32_t a = 0;

	for (int i = 0; i < 4; i++) {
		uint32_t octet;

		if (i > 0 && *s++ != '.')
			return false;
		s = parse_octet(s, &octet);
		if (s == NULL)
			return false;
		a = a << 8 | octet;
	}
	if (*s != '\0')
		return false;
	*addr = a;
	return true;
}

static void
ipv4_print(uint32_t addr, char *out, size_t size)
{
	snprintf(out, size, "%u.%u.%u.%u",
	    (unsigned)(addr >> 24), (unsigned)(addr >> 16 & 0xff),
	    (unsigned)(addr >> 8 & 0xff), (unsigned)(addr & 0xff));
}

int
main(void)
{
	char text[IPV4_TEXT + 2], shown[IPV4_TEXT];
	uint32_t addr, again;

	int n = __VERIFIER_nondet_int();
	if (n < 0 || n > IPV4_TEXT + 1)
		return 0;
	for (int i = 0; i < n; i++)
		text[i] = __VERIFIER_nondet_char();
	text[n] = '\0';

	if (!ipv4_parse(text, &addr)) {
		puts("not an address");
		return 1;
	}
	ipv4_print(addr, shown, sizeof shown);
	puts(shown);
	assert(ipv4_parse(shown, &again));
	assert(again == addr);
	assert(strcmp(shown, text) == 0);
	return 0;
}
