// verdict: unsafe(undefined)
// slow: yes
// line: 38
// twin: csv_split.c
// source: own
// about: leading blanks are removed with memcpy on overlapping memory

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <assert.h>

extern int __VERIFIER_nondet_int(void);
extern char __VERIFIER_nondet_char(void);

enum { MAX_LINE = 20, MAX_FIELDS = 6 };

typedef struct
{
    char *field[MAX_FIELDS];
    int   count;
} Row;

static int isBlank( char c )
{
    return c == ' ' || c == '\t';
}

/* Move the text to the start of its cell and drop the blanks behind it. */
static void trimCell( char *cell )
{
    size_t lead = 0;
    while ( isBlank( cell[lead] ) )
        lead++;

    size_t len = strlen( cell + lead );
    if ( lead > 0 )
        memcpy( cell, cell + lead, len + 1 );
    while ( len > 0 && isBlank( cell[len - 1] ) )
        len--;
    cell[len] = '\0';
}

/* Returns 0, or -1 if there are more cells than a Row can hold. */
static int splitLine( char *line, Row *row )
{
    row->count = 0;
    for ( ;; )
    {
        if ( row->count == MAX_FIELDS )
            return -1;

        char *comma = strchr( line, ',' );
        if ( comma != NULL )
            *comma = '\0';
        row->field[row->count++] = line;
        trimCell( line );
        if ( comma == NULL )
            return 0;
        line = comma + 1;
    }
}

static int countCommas( const char *s )
{
    int n = 0;
    for ( ; *s != '\0'; s++ )
        if ( *s == ',' )
            n++;
    return n;
}

int main( void )
{
    char line[MAX_LINE + 1];
    Row row;

    int len = __VERIFIER_nondet_int();
    if ( len < 0 || len > MAX_LINE )
        return 0;
    for ( int i = 0; i < len; i++ )
        line[i] = __VERIFIER_nondet_char();
    line[len] = '\0';

    int commas = countCommas( line );
    int total = (int) strlen( line );
    if ( splitLine( line, &row ) != 0 )
    {
        printf( "too many fields\n" );
        assert( commas >= MAX_FIELDS );
        return 1;
    }

    assert( row.count == commas + 1 );
    int kept = 0;
    for ( int i = 0; i < row.count; i++ )
    {
        const char *f = row.field[i];
        int n = (int) strlen( f );
        assert( n == 0 || ( !isBlank( f[0] ) && !isBlank( f[n - 1] ) ) );
        kept += n;
        printf( "%d: [%s]\n", i, f );
    }
    assert( kept + commas <= total );
    return 0;
}
