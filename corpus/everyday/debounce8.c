// verdict: unknown
// todo: safe
// slow: yes
// twin: debounce8-bad.c
// source: own
// about: debouncer for 8 keys with vertical counters, compared with a per-key model

#include <assert.h>
#include <stdint.h>
#include <stdio.h>

extern unsigned char __VERIFIER_nondet_uchar(void);

/* Eight keys are debounced in parallel with two-bit "vertical" counters:
   bit k of ct1:ct0 is the counter of key k.  A key changes its state after
   STABLE consecutive samples that differ from the current state. */

#define KEYS    8
#define STABLE  4
#define SAMPLES 40

typedef struct {
  uint8_t state;
  uint8_t ct0;
  uint8_t ct1;
  uint8_t pressed;   /* keys that went down with the last sample */
} keypad_t;

static void keypad_sample(keypad_t *kp, uint8_t raw) {
  uint8_t delta = raw ^ kp->state;
  uint8_t toggle;

  /* count up where the input differs, clear elsewhere */
  kp->ct1 = (uint8_t)((kp->ct1 ^ kp->ct0) & delta);
  kp->ct0 = (uint8_t)(~kp->ct0 & delta);

  /* counter rolled over to zero: the key has been stable long enough */
  toggle = (uint8_t)(delta & ~(kp->ct1 | kp->ct0));
  kp->state ^= toggle;
  kp->pressed = kp->state & toggle;
}

/* Straightforward model, one counter per key. */
typedef struct {
  int level;
  int run;
} model_t;

static void model_sample(model_t *m, int level) {
  if (level == m->level) {
    m->run = 0;
    return;
  }
  m->run++;
  if (m->run == STABLE) {
    m->level = level;
    m->run = 0;
  }
}

static int popcount8(uint8_t v) {
  int n = 0;
  while (v != 0) {
    v &= (uint8_t)(v - 1);
    n++;
  }
  return n;
}

int main(void) {
  keypad_t kp = {0, 0, 0, 0};
  model_t model[KEYS] = {{0, 0}};
  int presses = 0;

  for (int i = 0; i < SAMPLES; i++) {
    uint8_t raw = __VERIFIER_nondet_uchar();
    uint8_t expected = 0;

    keypad_sample(&kp, raw);
    for (int k = 0; k < KEYS; k++) {
      model_sample(&model[k], (raw >> k) & 1);
      if (model[k].level)
        expected |= (uint8_t)(1u << k);
    }
    assert(kp.state == expected);
    assert((kp.pressed & ~kp.state) == 0);
    presses += popcount8(kp.pressed);
  }

  /* a press takes at least STABLE samples, so does the release before it */
  assert(presses <= KEYS * ((SAMPLES + STABLE) / (2 * STABLE)));
  printf("%d key presses, final state 0x%02x\n", presses, (unsigned)kp.state);
  return 0;
}
