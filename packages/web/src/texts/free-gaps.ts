/** What is wrong with an address: the service says it in English, others in words of their own, not all of which have a gap. */
const FAULTS = [
  'FORM',
  'SPACES',
  'UNKNOWN_CHARACTERS',
  'NOT_ALONE',
  'CHECKSUM',
  'OTHER_CHAIN',
  'TEST_NETWORK',
  'FORM_NOT_TAKEN',
  'LOST',
  'NO_WALLET',
  'OUR_OWN',
] as const;

/** What other languages may leave out: words that the service says in English, a sign that is seen anyway. */
export const FREE_GAPS: readonly string[] = [
  ...FAULTS.map((fault) => `swap.receivers.wrong.${fault}`),
  'swap.needs.either',
];
