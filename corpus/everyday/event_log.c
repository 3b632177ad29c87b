// verdict: safe
// slow: yes
// twin: event_log-bad.c
// source: own
// about: ring of event records that overwrites the oldest one when full

#include <stdio.h>
#include <stdint.h>
#include <stddef.h>
#include <assert.h>

extern unsigned char __VERIFIER_nondet_uchar(void);
extern short __VERIFIER_nondet_short(void);

#define LOG_CAP 10

typedef struct {
    uint32_t stamp;
    uint8_t  code;
    int16_t  value;
} LogEntry;

// Fixed-size event log. When it is full the oldest record is overwritten.
typedef struct {
    size_t   next;      // slot that the next record goes to
    size_t   used;      // number of valid records
    size_t   lost;      // records overwritten so far
    LogEntry slot[LOG_CAP];
} EventLog;

static EventLog g_log;

static void logAppend(EventLog *log, LogEntry entry)
{
    log->slot[log->next] = entry;
    log->next++;
    if (log->next >= LOG_CAP) {
        log->next = 0;
    }

    if (log->used < LOG_CAP) {
        log->used++;
    } else {
        log->lost++;
    }
}

// Record by age: 0 is the newest one. NULL if there is no such record.
static const LogEntry *logByAge(const EventLog *log, size_t age)
{
    if (age >= log->used) {
        return NULL;
    }
    return &log->slot[(log->next + LOG_CAP - 1 - age) % LOG_CAP];
}

static void logDump(const EventLog *log)
{
    const LogEntry *e;
    size_t age = 0;

    while ((e = logByAge(log, age)) != NULL) {
        printf("%10lu  code %3u  value %6d\n",
               (unsigned long)e->stamp, (unsigned)e->code, (int)e->value);
        age++;
    }
}

int main(void)
{
    const unsigned total = __VERIFIER_nondet_uchar();
    int alarms = 0;

    for (unsigned i = 0; i < total; i++) {
        LogEntry e;
        e.stamp = 1000u + i;
        e.code  = __VERIFIER_nondet_uchar();
        e.value = __VERIFIER_nondet_short();
        if (e.code >= 0xF0) {
            alarms++;
        }
        logAppend(&g_log, e);

        const LogEntry *newest = logByAge(&g_log, 0);
        assert(newest != NULL);
        assert(newest->code == e.code && newest->value == e.value);
    }

    // nothing vanishes without being counted
    assert(g_log.used + g_log.lost == total);

    // the survivors are the most recent records, without gaps
    for (size_t age = 0; age < g_log.used; age++) {
        assert(logByAge(&g_log, age)->stamp == 1000u + total - 1u - age);
    }

    logDump(&g_log);
    printf("%d alarms, %zu records lost\n", alarms, g_log.lost);
    return 0;
}
