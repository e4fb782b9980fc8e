/** What is the operator's own of an asset, and what it came in at: all of it together, in 10^-18 USDT. */
export interface Stock {
  readonly units: bigint;
  readonly cost: bigint;
}

export const NO_STOCK: Stock = { units: 0n, cost: 0n };

/** What comes in or goes out by one posting, and what that is worth at its price. */
export interface Move {
  readonly units: bigint;
  readonly value: bigint;
}

/**
 * Average cost: what comes in adds what it is worth then; what goes out takes its part of the cost along, rounded towards zero, and
 * what it is worth beyond that is realised. Below zero it is the other way round: what is owed came in at a price too. So that
 * nothing is lost, at every moment the values of all moves and all that was realised are the cost of what is there.
 */
export function moveStock({ units, cost }: Stock, move: Move): { stock: Stock; realised: bigint } {
  const after = units + move.units;
  const isOut = units !== 0n && move.units !== 0n && units > 0n !== move.units > 0n;
  if (!isOut)
    return { stock: settled(after, cost + move.value), realised: realisedAt(after, cost + move.value) };
  const isThrough = after !== 0n && after > 0n !== units > 0n;
  // What goes beyond zero begins anew at the price of the move; up to zero all of the cost is gone.
  const left = isThrough ? (move.value * after) / move.units : cost + (cost * move.units) / units;
  const stock = settled(after, left);
  return { stock, realised: stock.cost - cost - move.value };
}

/** Nothing costs nothing. */
function settled(units: bigint, cost: bigint): Stock {
  return { units, cost: units === 0n ? 0n : cost };
}

function realisedAt(units: bigint, cost: bigint): bigint {
  return settled(units, cost).cost - cost;
}
