// verdict: unsafe(reach)
// twin: league.c
// source: own
// about: three points for a win and one each for a draw: what all teams have together lies between two and three points for each game

#include <assert.h>

extern unsigned char __VERIFIER_nondet_uchar(void);

enum { TEAMS = 4, GAMES = 100 };

static int points[TEAMS];

int main(void)
{
    int games = 0;

    while (games < GAMES && __VERIFIER_nondet_uchar() != 0) {
        unsigned home = __VERIFIER_nondet_uchar() % TEAMS;
        unsigned away = __VERIFIER_nondet_uchar() % TEAMS;
        switch (__VERIFIER_nondet_uchar() % 3) {
        case 0:
            points[home] += 3;
            break;
        case 1:
            points[away] += 3;
            break;
        default:
            points[home] += 1;
            points[home] = 1;
            break;
        }
        games++;
    }

    int all = 0;
    for (int i = 0; i < TEAMS; i++)
        all += points[i];
    assert(2 * games <= all && all <= 3 * games);
    return 0;
}
