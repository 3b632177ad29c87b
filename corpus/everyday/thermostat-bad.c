// verdict: unsafe(init)
// slow: yes
// line: 80
// twin: thermostat.c
// source: own
// about: the next mode has no value on the paths that keep the present mode

#include <assert.h>
#include <stdio.h>
#include <stdint.h>
#include <stdbool.h>

extern short __VERIFIER_nondet_short(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

/* temperatures are in tenths of a degree Celsius */
#define SENSOR_MIN   (-400)
#define SENSOR_MAX   1250
#define HYST         5
#define MAX_FAULTS   3

typedef enum { MODE_OFF, MODE_HEAT, MODE_COOL, MODE_FAULT } Mode;

typedef struct {
  Mode mode;
  int  setpoint;
  int  badReadings;     /* consecutive implausible readings */
  int  switches;
} Thermostat;

static bool plausible(int t)
{
  return t >= SENSOR_MIN && t <= SENSOR_MAX;
}

static void thermostatInit(Thermostat *th, int setpoint)
{
  th->mode = MODE_OFF;
  th->setpoint = setpoint;
  th->badReadings = 0;
  th->switches = 0;
}

static void thermostatUpdate(Thermostat *th, int t)
{
  Mode next;

  if (!plausible(t))
  {
    if (th->badReadings < MAX_FAULTS)
      th->badReadings++;
    if (th->badReadings >= MAX_FAULTS)
      next = MODE_FAULT;
  }
  else
  {
    th->badReadings = 0;
    switch (th->mode)
    {
      case MODE_FAULT:
        next = MODE_OFF;
        break;
      case MODE_OFF:
        if (t < th->setpoint - HYST)
          next = MODE_HEAT;
        else if (t > th->setpoint + HYST)
          next = MODE_COOL;
        break;
      case MODE_HEAT:
        if (t >= th->setpoint)
          next = MODE_OFF;
        break;
      case MODE_COOL:
        if (t <= th->setpoint)
          next = MODE_OFF;
        break;
    }
  }

  if (next != th->mode)
  {
    th->mode = next;
    th->switches++;
  }
}

int main(void)
{
  Thermostat th;
  int steps = 0;

  thermostatInit(&th, 150 + __VERIFIER_nondet_uchar() % 100);

  for (int i = 0; i < 32; i++)
  {
    Mode before = th.mode;
    int t = __VERIFIER_nondet_short();

    thermostatUpdate(&th, t);
    steps++;

    /* never heat a warm room, never cool a cold one */
    if (plausible(t))
    {
      assert(!(th.mode == MODE_HEAT && t >= th.setpoint));
      assert(!(th.mode == MODE_COOL && t <= th.setpoint));
      assert(th.mode != MODE_FAULT);
    }
    /* heating and cooling never follow each other directly */
    assert(!(before == MODE_HEAT && th.mode == MODE_COOL));
    assert(!(before == MODE_COOL && th.mode == MODE_HEAT));
  }

  assert(th.switches <= steps);
  printf("mode %d after %d steps, %d switches\n", (int)th.mode, steps, th.switches);
  return 0;
}
