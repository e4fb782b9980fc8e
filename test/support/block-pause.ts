/**
 * How long a test waits between two blocks that it mines: an engine looks a few times a second what is new on a test
 * network, and has to follow every block that came meanwhile.
 */
export const BLOCK_PAUSE_MS = 250;
