/** A desk that is held: what has to be decided before it goes on. */
export const hold = {
  lead: 'After a restore the store can be older than what was signed. Then nothing is signed or promised until store, chains and signing record agree.',
  notHeld: 'The desk is not held.',
  held: (why: string) => `The desk is held: ${why}`,
  stopped:
    'Nothing is signed, no order is placed, accepted, resolved or expired. Deposits are followed. It goes on by itself when nothing is left here.',
  nothingLeft: 'Nothing is left to decide: it goes on within seconds, if an engine is running.',
  undecided: 'What keeps it held',
  chain: (name: string) => `${name}: not followed to its tip yet, or its books differ.`,
  toChains: 'See halts',
  record: (folder: string) =>
    `The signing record in ${folder} was not compared. Start what keeps it; if it is lost, release the hold.`,
  space: (name: string) => `Addresses of ${name} that may have been given are being derived.`,
  lost: 'Signed payments that the store does not know',
  lostLead:
    'Each is taken up by itself if its order is known. For the others, find out whom they paid, then settle them.',
  noLost: 'There are none.',
  more: (shown: number, total: string) => `${shown} of ${total} are shown.`,
  chainTitle: 'Chain',
  txid: 'Transaction',
  pays: 'Pays',
  paysNobody: (purpose: string) => `nobody (${purpose})`,
  why: 'Why it is not taken up',
  notYet: 'not looked at yet',
  settle: 'Settle',
  settleTitle: 'Decide about this payment',
  settleLead:
    'If the chain has it, it is kept as a payment of ours: payouts that wait for it are paid, and what else it paid shows as a difference of the books, to be corrected with the halt; where what was paid in for it has not come yet, the chain is followed on, and it is found later. If nobody has seen it, it is set aside and never sent.',
  settleAct: 'Settle it',
  settled: 'It is decided. What is left is shown here.',
  release: 'Release the hold',
  releaseLead:
    'The desk goes on without the records that were not compared. Only if they are lost: what one of them has and the store lacks could be paid again.',
  releaseAct: 'Go on without them',
  released: 'The desk goes on.',
};
