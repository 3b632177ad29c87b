// verdict: unsafe(overflow)
// slow: yes
// line: 62
// twin: stack_vm.c
// source: own
// about: INT_MIN / -1 is not refused by the division

#include <assert.h>
#include <limits.h>
#include <stddef.h>
#include <stdio.h>

/* Stack machine of the rule engine, with its regression test. */

enum opcode { OP_PUSH, OP_ADD, OP_SUB, OP_MUL, OP_DIV, OP_DUP, OP_SWAP, OP_JNZ, OP_HALT };

enum status { VM_OK, VM_UNDERFLOW, VM_OVERFLOW, VM_ARITH, VM_BAD_PC, VM_BAD_OP, VM_FUEL };

struct insn {
  enum opcode op;
  int arg;
};

#define STACK_SIZE 8
#define FUEL       200

static enum status vm_run(const struct insn *code, int len, int *result) {
  int stack[STACK_SIZE];
  int sp = 0;   /* number of elements */
  int pc = 0;

  for (int fuel = FUEL; fuel > 0; fuel--) {
    int need = 0, a = 0, b = 0, r = 0;

    if (pc < 0 || pc >= len) return VM_BAD_PC;
    const struct insn *in = &code[pc++];

    switch (in->op) {
    case OP_PUSH: need = 0; break;
    case OP_DUP: case OP_JNZ: case OP_HALT: need = 1; break;
    default: need = 2; break;
    }
    if (sp < need) return VM_UNDERFLOW;
    if (need >= 1) b = stack[--sp];
    if (need >= 2) a = stack[--sp];

    switch (in->op) {
    case OP_PUSH:
      r = in->arg;
      break;
    case OP_ADD:
      if (__builtin_add_overflow(a, b, &r)) return VM_ARITH;
      break;
    case OP_SUB:
      if (__builtin_sub_overflow(a, b, &r)) return VM_ARITH;
      break;
    case OP_MUL:
      if (__builtin_mul_overflow(a, b, &r)) return VM_ARITH;
      break;
    case OP_DIV:
      if (b == 0) return VM_ARITH;
      r = a / b;
      break;
    case OP_DUP:
      stack[sp++] = b;    /* the slot just popped is free */
      r = b;
      break;
    case OP_SWAP:
      stack[sp++] = b;
      r = a;
      break;
    case OP_JNZ:
      if (b != 0) pc = in->arg;
      continue;
    case OP_HALT:
      *result = b;
      return VM_OK;
    default:
      return VM_BAD_OP;
    }
    if (sp >= STACK_SIZE) return VM_OVERFLOW;
    stack[sp++] = r;
  }
  return VM_FUEL;
}

static const struct insn answer[]   = {{OP_PUSH, 6}, {OP_PUSH, 7}, {OP_MUL, 0}, {OP_HALT, 0}};
static const struct insn order[]    = {{OP_PUSH, 2}, {OP_PUSH, 9}, {OP_SWAP, 0}, {OP_SUB, 0}, {OP_HALT, 0}};
static const struct insn countdown[] = {{OP_PUSH, 9}, {OP_PUSH, 1}, {OP_SUB, 0}, {OP_DUP, 0}, {OP_JNZ, 1}, {OP_HALT, 0}};
static const struct insn by_zero[]  = {{OP_PUSH, 5}, {OP_PUSH, 0}, {OP_DIV, 0}, {OP_HALT, 0}};
static const struct insn negate[]   = {{OP_PUSH, INT_MIN}, {OP_PUSH, -1}, {OP_DIV, 0}, {OP_HALT, 0}};
static const struct insn too_big[]  = {{OP_PUSH, INT_MAX}, {OP_DUP, 0}, {OP_ADD, 0}, {OP_HALT, 0}};
static const struct insn empty[]    = {{OP_PUSH, 1}, {OP_ADD, 0}, {OP_HALT, 0}};
static const struct insn runaway[]  = {{OP_PUSH, 1}, {OP_DUP, 0}, {OP_JNZ, 0}};
static const struct insn endless[]  = {{OP_PUSH, 1}, {OP_JNZ, 0}};
static const struct insn no_halt[]  = {{OP_PUSH, 1}};

#define CASE(name, st, val) { #name, name, (int)(sizeof name / sizeof name[0]), st, val }

static const struct {
  const char *name;
  const struct insn *code;
  int len;
  enum status status;
  int value;
} cases[] = {
  CASE(answer, VM_OK, 42),          CASE(order, VM_OK, 7),
  CASE(countdown, VM_OK, 0),        CASE(by_zero, VM_ARITH, 0),
  CASE(negate, VM_ARITH, 0),        CASE(too_big, VM_ARITH, 0),
  CASE(empty, VM_UNDERFLOW, 0),     CASE(runaway, VM_OVERFLOW, 0),
  CASE(endless, VM_FUEL, 0),        CASE(no_halt, VM_BAD_PC, 0),
};

int main(void) {
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    int value = 0;
    enum status st = vm_run(cases[i].code, cases[i].len, &value);
    printf("%-10s status %d value %d\n", cases[i].name, (int)st, value);
    assert(st == cases[i].status);
    assert(value == cases[i].value);
  }
  return 0;
}
