/** Other ways to look at a game and to play it, which are there when they are asked for. */
export class Ways {
    /** Whether the board is told in words, too. */
    asText = $state(false);
    /** Whether moves are typed. */
    typing = $state(false);
}
