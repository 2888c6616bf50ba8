/* My agent. Change `choose`; README.md says how to build it, test it and let it play.
 *
 * `main` speaks UGI with the arena and asks it for the legal moves. */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* One of the `count` legal moves. `position` is what came after "position": the start, and all moves since; `clock` what
 * came after "go": milliseconds, "movetime 1000" or "p1time 5000 p2time 9000 p1inc 30 p2inc 0". */
const char *choose(const char *position, char **legal, int count, const char *clock) {
    (void)position, (void)clock;
    return legal[rand() % count];
}

#ifndef TEST
enum { LONGEST = 1 << 16, MOST_MOVES = 4096 };

static int begins(const char *line, const char *word) {
    size_t length = strlen(word);
    return strncmp(line, word, length) == 0 && (line[length] == ' ' || line[length] == 0);
}

int main(void) {
    static char line[LONGEST], position[LONGEST], clock[LONGEST];
    static char *legal[MOST_MOVES];
    srand((unsigned)time(NULL));
    setvbuf(stdout, NULL, _IOLBF, 0); /* a pipe would hold the answers back */
    while (fgets(line, sizeof line, stdin)) {
        line[strcspn(line, "\r\n")] = 0;
        if (begins(line, "ugi")) puts("id name My agent in C\nugiok");
        else if (begins(line, "isready")) puts("readyok");
        else if (begins(line, "position")) strcpy(position, line + strlen("position "));
        else if (begins(line, "go")) {
            strcpy(clock, line + strlen("go"));
            puts("legalmoves");
        } else if (begins(line, "legalmoves")) {
            int count = 0;
            strtok(line, " ");
            for (char *word; count < MOST_MOVES && (word = strtok(NULL, " "));) legal[count++] = word;
            printf("bestmove %s\n", count ? choose(position, legal, count, clock) : "(none)");
        } else if (begins(line, "quit")) break;
    }
    return 0;
}
#endif
