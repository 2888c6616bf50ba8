/* Run with: make test */

#define TEST
#include "agent.c"

#include <assert.h>

int main(void) {
    char *legal[] = {"a", "b", "c"};
    for (int i = 0; i < 20; i++) {
        const char *answer = choose("startpos", legal, 3, "movetime 1000");
        assert(answer == legal[0] || answer == legal[1] || answer == legal[2]);
    }
    puts("ok: the answer is a legal move");
    return 0;
}
