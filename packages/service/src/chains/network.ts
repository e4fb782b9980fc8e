/** `regtest` is a node of one's own that mines when it is told to: for development and tests. */
export type Network = 'main' | 'test' | 'regtest';
