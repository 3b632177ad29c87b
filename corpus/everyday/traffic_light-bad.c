// verdict: unsafe(reach)
// slow: yes
// line: 109
// twin: traffic_light.c
// source: own
// about: table entry of the main road yellow phase skips the all-red clearance phase

/*
 * Crossroads controller: fixed phase table, the pedestrian button can
 * cut the green phase of the main road short.
 *
 * This file is the host-side unit test; the button presses are scripted.
 */
#include <assert.h>
#include <stdbool.h>
#include <stdio.h>

enum Lamp { RED, YELLOW, GREEN };

enum Phase {
	MAIN_GO,
	MAIN_STOP,
	CLEAR_MAIN,
	SIDE_GO,
	SIDE_STOP,
	CLEAR_SIDE,
	PHASE_COUNT
};

struct PhaseDef {
	enum Lamp  main_road;
	enum Lamp  side_road;
	int        ticks;
	enum Phase next;
};

static const struct PhaseDef phases[PHASE_COUNT] = {
	[MAIN_GO]    = { GREEN,  RED,    20, MAIN_STOP  },
	[MAIN_STOP]  = { YELLOW, RED,     3, SIDE_GO    },
	[CLEAR_MAIN] = { RED,    RED,     2, SIDE_GO    },
	[SIDE_GO]    = { RED,    GREEN,  10, SIDE_STOP  },
	[SIDE_STOP]  = { RED,    YELLOW,  3, CLEAR_SIDE },
	[CLEAR_SIDE] = { RED,    RED,     2, MAIN_GO    },
};

#define MIN_MAIN_GREEN 6

struct Crossing {
	enum Phase phase;
	int        elapsed;
	bool       request;
};

static void crossing_tick(struct Crossing *c, bool button)
{
	const struct PhaseDef *def = &phases[c->phase];
	int limit = def->ticks;

	if (button)
		c->request = true;
	if (c->phase == MAIN_GO && c->request)
		limit = MIN_MAIN_GREEN;

	c->elapsed++;
	if (c->elapsed >= limit) {
		if (c->phase == MAIN_GO)
			c->request = false;
		c->phase = def->next;
		c->elapsed = 0;
	}
}

static const char *lamp_name(enum Lamp l)
{
	static const char *const names[] = { "red", "yellow", "green" };
	return names[l];
}

/* ticks at which the button is pressed */
static const int presses[] = { 0, 55, 56, 57, 130, 199 };

static bool pressed_at(int tick)
{
	for (unsigned i = 0; i < sizeof(presses) / sizeof(presses[0]); i++)
		if (presses[i] == tick)
			return true;
	return false;
}

int main(void)
{
	struct Crossing c = { MAIN_GO, 0, false };
	enum Lamp old_main = GREEN, old_side = RED;
	int dark_for = 0;	/* how long both roads have been red */
	int changes = 0;

	for (int tick = 0; tick < 240; tick++) {
		crossing_tick(&c, pressed_at(tick));

		enum Lamp m = phases[c.phase].main_road;
		enum Lamp s = phases[c.phase].side_road;

		assert(m == RED || s == RED);
		/* green is always followed by yellow */
		assert(!(old_main == GREEN && m == RED));
		assert(!(old_side == GREEN && s == RED));
		/* nobody gets green before the crossing has been cleared */
		if ((m == GREEN && old_main != GREEN) || (s == GREEN && old_side != GREEN))
			assert(dark_for == 2);

		dark_for = (m == RED && s == RED) ? dark_for + 1 : 0;
		if (m != old_main || s != old_side) {
			printf("%3d: main %-6s side %s\n", tick, lamp_name(m), lamp_name(s));
			changes++;
		}
		old_main = m;
		old_side = s;
	}
	printf("%d changes\n", changes);
	return 0;
}
