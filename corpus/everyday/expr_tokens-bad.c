// verdict: unsafe(bounds)
// slow: yes
// line: 63
// twin: expr_tokens.c
// source: own
// about: an identifier longer than the limit puts the terminator one past the end of the name

#include <assert.h>
#include <ctype.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAX_NAME 15 /* identifiers are cut off after this many characters */
#define MAX_TOKENS 32

typedef enum {
    TOK_END,
    TOK_NUMBER,
    TOK_NAME,
    TOK_OP,
    TOK_LPAREN,
    TOK_RPAREN,
    TOK_BAD
} TokenKind;

typedef struct {
    TokenKind kind;
    int value; /* number, or the operator character */
    char name[MAX_NAME + 1];
} Token;

typedef struct {
    const char *src;
    size_t pos;
} Lexer;

static unsigned char peek(const Lexer *lx) {
    return (unsigned char)lx->src[lx->pos];
}

static void lex_number(Lexer *lx, Token *t) {
    t->kind = TOK_NUMBER;
    while (isdigit(peek(lx))) {
        int digit = peek(lx) - '0';
        if (t->value > (INT_MAX - digit) / 10)
            t->kind = TOK_BAD; /* too big: keep eating, report once */
        else
            t->value = t->value * 10 + digit;
        lx->pos++;
    }
}

static void lex_name(Lexer *lx, Token *t) {
    size_t n = 0;
    t->kind = TOK_NAME;
    while (isalnum(peek(lx)) || peek(lx) == '_') {
        if (n <= MAX_NAME)
            t->name[n++] = (char)peek(lx);
        lx->pos++;
    }
    t->name[n] = '\0';
}

static void next_token(Lexer *lx, Token *t) {
    memset(t, 0, sizeof *t);
    while (isspace(peek(lx)))
        lx->pos++;

    unsigned char c = peek(lx);
    if (c == '\0') {
        t->kind = TOK_END;
    } else if (isdigit(c)) {
        lex_number(lx, t);
    } else if (isalpha(c) || c == '_') {
        lex_name(lx, t);
    } else {
        lx->pos++;
        t->value = c;
        if (c == '(')
            t->kind = TOK_LPAREN;
        else if (c == ')')
            t->kind = TOK_RPAREN;
        else
            t->kind = strchr("+-*/=", c) ? TOK_OP : TOK_BAD;
    }
}

/* Returns the number of tokens before TOK_END, or -1 on a bad token. */
static int tokenize(const char *text, Token *out, int max) {
    Lexer lx = { text, 0 };
    int n = 0;
    while (n < max) {
        Token t;
        next_token(&lx, &t);
        if (t.kind == TOK_END)
            return n;
        if (t.kind == TOK_BAD)
            return -1;
        out[n++] = t;
    }
    return -1;
}

int main(void) {
    static const TokenKind expect[] = {
        TOK_NAME, TOK_OP, TOK_LPAREN, TOK_NAME, TOK_OP, TOK_NUMBER, TOK_RPAREN,
        TOK_OP, TOK_NAME, TOK_OP, TOK_NUMBER
    };
    const int want = (int)(sizeof expect / sizeof expect[0]);
    Token *toks = malloc(MAX_TOKENS * sizeof *toks);
    if (!toks)
        return EXIT_FAILURE;

    int n = tokenize("total = (beta_2 + 17) * a_rather_long_name / 3", toks, MAX_TOKENS);
    assert(n == want);
    int sum = 0;
    for (int i = 0; i < n; i++) {
        assert(toks[i].kind == expect[i]);
        if (toks[i].kind == TOK_NUMBER)
            sum += toks[i].value;
        printf("%d %d '%s'\n", (int)toks[i].kind, toks[i].value, toks[i].name);
    }
    assert(sum == 20);
    assert(strcmp(toks[8].name, "a_rather_long_n") == 0);

    assert(tokenize("1 + 99999999999", toks, MAX_TOKENS) == -1);
    free(toks);
    return EXIT_SUCCESS;
}
