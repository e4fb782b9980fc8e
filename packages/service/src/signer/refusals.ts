/** The plan is not what the orders ask for; whoever asks again gets the same answer until the orders say otherwise. */
export class PlanRefused extends Error {
  override readonly name = 'PlanRefused';
}

/** The plan is right, but more than may be signed at once, or in this hour. */
export class LimitReached extends Error {
  override readonly name = 'LimitReached';
}

/** Somebody has pulled the kill switch: nothing is signed, whatever it is. */
export class SigningStopped extends Error {
  override readonly name = 'SigningStopped';
}
