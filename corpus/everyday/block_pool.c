// verdict: unknown
// todo: safe
// slow: yes
// twin: block_pool-bad.c
// source: own
// about: fixed-block allocator with a free list threaded through an array

#include <assert.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

extern unsigned char __VERIFIER_nondet_uchar(void);
extern _Bool __VERIFIER_nondet_bool(void);

/* Fixed-block allocator.  The free blocks form a list that is threaded
 * through the array nextFree[] by block number. */

#define BLOCK_SIZE  16
#define BLOCK_COUNT 6
#define NIL         0xFF

static uint8_t storage[BLOCK_COUNT][BLOCK_SIZE];
static uint8_t nextFree[BLOCK_COUNT];
static uint8_t freeHead;
static unsigned freeCount;

static void Pool_Init(void)
{
    for (unsigned i = 0; i < BLOCK_COUNT; i++)
        nextFree[i] = (uint8_t)(i + 1 < BLOCK_COUNT ? i + 1 : NIL);
    freeHead = 0;
    freeCount = BLOCK_COUNT;
}

/* Returns a block number or NIL if the pool is exhausted. */
static uint8_t Pool_Alloc(void)
{
    uint8_t block = freeHead;

    if (block == NIL)
        return NIL;
    freeHead = nextFree[block];
    freeCount--;
    return block;
}

static void Pool_Free(uint8_t block)
{
    assert(block < BLOCK_COUNT);
    nextFree[block] = freeHead;
    freeHead = block;
    freeCount++;
}

#define CLIENTS 8

static uint8_t owned[CLIENTS];

static bool ownedByOther(unsigned client, uint8_t block)
{
    for (unsigned i = 0; i < CLIENTS; i++)
        if (i != client && owned[i] == block)
            return true;
    return false;
}

static bool blockIntact(uint8_t block, uint8_t tag)
{
    for (unsigned i = 0; i < BLOCK_SIZE; i++)
        if (storage[block][i] != tag)
            return false;
    return true;
}

int main(void)
{
    unsigned held = 0, refused = 0;

    Pool_Init();
    memset(owned, NIL, sizeof owned);

    for (int step = 0; step < 60; step++) {
        unsigned client = __VERIFIER_nondet_uchar() % CLIENTS;

        if (owned[client] != NIL) {
            if (__VERIFIER_nondet_bool())
                continue;           /* keeps it for a while */
            assert(blockIntact(owned[client], (uint8_t)client));
            Pool_Free(owned[client]);
            owned[client] = NIL;
            held--;
        } else {
            uint8_t block = Pool_Alloc();
            if (block == NIL) {
                refused++;
                continue;
            }
            assert(!ownedByOther(client, block));
            owned[client] = block;
            memset(storage[block], (int)client, BLOCK_SIZE);
            held++;
        }
        assert(held + freeCount == BLOCK_COUNT);
    }

    for (unsigned i = 0; i < CLIENTS; i++)
        if (owned[i] != NIL)
            Pool_Free(owned[i]);
    assert(freeCount == BLOCK_COUNT);
    printf("%u requests refused\n", refused);
    return 0;
}
