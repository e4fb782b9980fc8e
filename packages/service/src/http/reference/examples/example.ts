/** A call of the interface with all that has to come before it, in no language yet: each writes it down as a whole program. */
export interface Example {
  /** It signs, with the key of an account. */
  readonly isSigned: boolean;
  /** What whoever runs it has to say, in the surroundings of the program. */
  readonly said: readonly string[];
  readonly steps: readonly ExampleStep[];
}

export type ExampleStep = ExampleCall | Stream | Wait;

/** Asks, and keeps something of the answer, or shows it. */
export interface ExampleCall {
  readonly kind: 'call';
  readonly operation: string;
  readonly params: Params;
  /** What later steps take of the answer's data. */
  readonly keeps: readonly Given[];
}

/** Shows the first event of a stream, and leaves it. */
export interface Stream {
  readonly kind: 'stream';
  readonly operation: string;
  readonly params: Params;
}

/** Waits until the order of a query code is frozen. */
export interface Wait {
  readonly kind: 'wait';
  readonly queryCode: Given;
}

export interface Params {
  readonly [name: string]: Value;
}

export type Value = string | Given | Exact | readonly Value[] | Params;

/** Something that an earlier answer gave, or that is said in the surroundings. */
export class Given {
  readonly name: string;
  readonly isNumber: boolean;

  constructor(name: string, isNumber = false) {
    this.name = name;
    this.isNumber = isNumber;
  }
}

/** A number, digit for digit. */
export class Exact {
  readonly digits: string;

  constructor(digits: string) {
    this.digits = digits;
  }
}

/** Where an operation is. */
export interface CallPlace {
  readonly method: string;
  readonly path: string;
}

/** What a language writes an example with. */
export interface WritingFor {
  readonly origin: string;
  placeOf(operation: string): CallPlace;
}
