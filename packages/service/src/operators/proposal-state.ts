/** The states of a proposal. */
export const PROPOSAL = { open: 'open', confirmed: 'confirmed', withdrawn: 'withdrawn' } as const;

/** SQL: a proposal `x` is confirmed. */
export const IS_CONFIRMED = `x.state = '${PROPOSAL.confirmed}'`;

/** SQL: a proposal `x` of this act is confirmed. */
export function isConfirmedAs(act: string): string {
  return `${IS_CONFIRMED} AND x.act = '${act}'`;
}
