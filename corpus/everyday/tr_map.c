// verdict: unknown
// todo: safe
// slow: yes
// twin: tr_map-bad.c
// source: own
// about: tr: maps the characters of stdin through a 256-entry table (rot13), line by line

#include <assert.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>

#define TABLE_SIZE (UCHAR_MAX + 1)
#define CHUNK 80

static unsigned char map[TABLE_SIZE];

static void map_identity(void)
{
	for (int c = 0; c < TABLE_SIZE; c++)
		map[c] = (unsigned char)c;
}

/*
 * Let the characters of set `from` become those of set `to`, position by
 * position. Returns -1 if the sets do not have the same length.
 */
static int map_sets(const char *from, const char *to)
{
	if (strlen(from) != strlen(to))
		return -1;
	for (; *from != '\0'; from++, to++)
		map[(unsigned char)*from] = (unsigned char)*to;
	return 0;
}

static void translate(char *s)
{
	for (; *s != '\0'; s++)
		*s = (char)map[(unsigned char)*s];
}

/* rot13 undoes itself, and nothing maps to the terminator but itself */
static int map_is_involution(void)
{
	for (int c = 0; c < TABLE_SIZE; c++)
		if (map[map[c]] != c)
			return 0;
	return map[0] == 0;
}

int main(void)
{
	static const char lower[] = "abcdefghijklmnopqrstuvwxyz";
	static const char lower13[] = "nopqrstuvwxyzabcdefghijklm";
	static const char upper[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
	static const char upper13[] = "NOPQRSTUVWXYZABCDEFGHIJKLM";
	char line[CHUNK], orig[CHUNK];

	map_identity();
	if (map_sets(lower, lower13) != 0 || map_sets(upper, upper13) != 0) {
		puts("tr: sets differ in length");
		return 2;
	}
	assert(map_is_involution());

	while (fgets(line, sizeof line, stdin) != NULL) {
		strcpy(orig, line);
		translate(line);
		fputs(line, stdout);
		assert(strlen(line) == strlen(orig));

		translate(line);
		assert(strcmp(line, orig) == 0);
	}
	return 0;
}
