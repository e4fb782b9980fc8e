/** Why a text cannot receive an asset, for programs and for words in other languages; each stays what it is for ever. */
export const ADDRESS_FAULTS = [
  /** Not how an address of the chain looks. */
  'FORM',
  'SPACES',
  /** Some may look like those of an address. */
  'UNKNOWN_CHARACTERS',
  /** With a prefix such as `bitcoin:`, or with parameters. */
  'NOT_ALONE',
  'CHECKSUM',
  'OTHER_CHAIN',
  /** Of a network without real money. */
  'TEST_NETWORK',
  /** An address of the chain in a form that is not taken: there is another one of the same wallet. */
  'FORM_NOT_TAKEN',
  /** Nobody has its key, or anybody could take what it holds. */
  'LOST',
  /** A contract, a program, an account of the system. */
  'NO_WALLET',
  'OUR_OWN',
] as const;
export type AddressFault = (typeof ADDRESS_FAULTS)[number];
