/** Why something is not paid. */

/** The network will not take these bytes, now or ever: they are malformed, or what they spend is spent. */
export class Rejected extends Error {
  override readonly name = 'Rejected';
}

/** This payment as it stands cannot succeed, whoever asks and however often: its receiver cannot be paid so. */
export class Unpayable extends Error {
  override readonly name = 'Unpayable';
}

/** More than a signer lets go, at once or within the hour: this payment waits, the others go on. */
export class BeyondLimit extends Unpayable {}

/** There is not enough to pay with right now. */
export class NotEnough extends Error {
  override readonly name = 'NotEnough';
}
