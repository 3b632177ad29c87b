// verdict: unknown
// todo: safe
// slow: yes
// twin: moving_avg-bad.c
// source: own
// about: moving average over a window of n samples read from stdin

#include <assert.h>
#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

/*
 * Reads a window length and then samples, one number per line, and prints
 * the moving average.  Stops at end of input or after MAX_LINES samples.
 */

#define MAX_WINDOW 64
#define MAX_SAMPLE 10000
#define MAX_LINES  300

struct window {
	int   *buf;
	size_t len;	/* capacity */
	size_t fill;	/* valid samples */
	size_t pos;	/* oldest sample once the window is full */
	long   sum;
};

static bool parse_line(const char *line, long lo, long hi, long *out)
{
	char *end;
	long v;

	errno = 0;
	v = strtol(line, &end, 10);
	if (end == line || errno == ERANGE)
		return false;
	if (*end != '\n' && *end != '\0')
		return false;
	if (v < lo || v > hi)
		return false;
	*out = v;
	return true;
}

static long window_add(struct window *w, int sample)
{
	if (w->fill == w->len)
		w->sum -= w->buf[w->pos];
	else
		w->fill++;
	w->buf[w->pos] = sample;
	w->sum += sample;
	w->pos = (w->pos + 1) % w->len;
	return w->sum / (long)w->fill;
}

static void window_check(const struct window *w, long avg)
{
	long sum = 0;
	int min = w->buf[0], max = w->buf[0];

	for (size_t i = 0; i < w->fill; i++) {
		sum += w->buf[i];
		if (w->buf[i] < min)
			min = w->buf[i];
		if (w->buf[i] > max)
			max = w->buf[i];
	}
	assert(sum == w->sum);
	assert(min <= avg && avg <= max);
}

int main(void)
{
	char line[32];
	struct window w = { 0 };
	long v;
	int rc = EXIT_SUCCESS;

	if (fgets(line, sizeof(line), stdin) == NULL ||
	    !parse_line(line, 1, MAX_WINDOW, &v)) {
		fprintf(stderr, "bad window length\n");
		return EXIT_FAILURE;
	}

	w.len = (size_t)v;
	w.buf = malloc(w.len * sizeof(*w.buf));
	if (w.buf == NULL) {
		perror("malloc");
		return EXIT_FAILURE;
	}

	for (int n = 0; n < MAX_LINES; n++) {
		if (fgets(line, sizeof(line), stdin) == NULL)
			break;
		if (!parse_line(line, -MAX_SAMPLE, MAX_SAMPLE, &v)) {
			fprintf(stderr, "line %d: not a sample\n", n + 2);
			rc = EXIT_FAILURE;
			goto out;
		}
		long avg = window_add(&w, (int)v);
		window_check(&w, avg);
		printf("%ld\n", avg);
	}

out:
	free(w.buf);
	return rc;
}
