/** What other languages may leave out: words that the service says in English, a sign that is seen anyway. */
export const FREE_GAPS: readonly string[] = ['swap.receivers.wrong', 'swap.needs.either'];
