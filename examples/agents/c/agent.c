/* Plays dots and boxes at random, over UGI. Build: cc -O2 -o random_agent random_agent.c
 *
 * An edge that has not been drawn is a legal move, whoever is to move: no other rule is needed to play. */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static int rows = 4, cols = 4;
static char drawn[2][32][32]; /* 0: horizontal, 1: vertical; row; column */
static char line[1 << 16];

/* The number of edges left; the one with this number is written to `text`. Edges in the order of the position's text,
 * horizontal ones first. With `flags`, those that are '1' there are drawn instead. */
static int walk(int wanted, char *text, const char *flags) {
    int left = 0;
    for (int d = 0; d < 2; d++)
        for (int r = 0; r < rows + (d == 0); r++)
            for (int c = 0; c < cols + (d == 1); c++) {
                if (flags && *flags && *flags++ == '1') drawn[d][r][c] = 1;
                if (drawn[d][r][c]) continue;
                if (left++ == wanted) sprintf(text, "%c%d,%d", "hv"[d], r, c);
            }
    return left;
}

/* Reads startpos or fen RxC TURN SCORES EDGES, then moves M M M. */
static void set_position(char *text) {
    char flags[4096] = "", direction;
    int r, c;
    memset(drawn, 0, sizeof drawn);
    if (sscanf(text, "position fen %dx%d %*s %*s %4095s", &rows, &cols, flags) == 3) walk(-1, NULL, flags);
    text = strstr(text, " moves ");
    for (char *word = text ? strtok(text + 7, " \r\n") : NULL; word; word = strtok(NULL, " \r\n"))
        if (sscanf(word, "%c%d,%d", &direction, &r, &c) == 3 && r >= 0 && r < 32 && c >= 0 && c < 32)
            drawn[direction == 'v'][r][c] = 1;
}

int main(void) {
    char best[32];
    srand((unsigned)time(NULL));
    setvbuf(stdout, NULL, _IOLBF, 0); /* a pipe would hold the answers back */
    while (fgets(line, sizeof line, stdin)) {
        if (strncmp(line, "ugi\n", 4) == 0) puts("id name Random in C\nugiok");
        else if (strncmp(line, "isready", 7) == 0) puts("readyok");
        else if (strncmp(line, "setoption name Game", 19) == 0)
            sscanf(line, "setoption name Game value dots-and-boxes:rows=%d,cols=%d", &rows, &cols);
        else if (strncmp(line, "position", 8) == 0) set_position(line);
        else if (strncmp(line, "go", 2) == 0) {
            int left = walk(-1, NULL, NULL);
            strcpy(best, "(none)");
            if (left > 0) walk(rand() % left, best, NULL);
            printf("bestmove %s\n", best);
        } else if (strncmp(line, "quit", 4) == 0) break;
    }
    return 0;
}
