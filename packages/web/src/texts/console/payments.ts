/** Transactions of ours that are under way. */
export const payments = {
  lead: 'Transactions of ours that are not confirmed yet, oldest first.',
  none: 'No payment is under way.',
  id: 'No.',
  chain: 'Chain',
  purpose: 'For',
  purposes: { sweep: 'gathering', 'top-up': 'network fees' } as Readonly<Record<string, string>>,
  state: 'State',
  states: { signed: 'signed', sent: 'sent', mined: 'in a block' } as Readonly<Record<string, string>>,
  cancelling: 'being taken back',
  refused: 'refused by the network',
  signed: 'Signed',
  bumps: 'Replaced',
  orders: 'Orders',
  cancel: 'Take back',
  cancelTitle: (id: string) => `Take back payment ${id}`,
  cancelLead:
    'A transaction takes its place that spends the same and pays nobody. Then its orders freeze, and you decide about each. Should a block take the payment all the same, it counts as paid.',
  cancelAct: 'Take it back',
  cancelDone: 'It is being taken back.',
};
