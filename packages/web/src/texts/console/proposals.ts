/** What waits for a second confirmation. */
export const proposals = {
  lead: 'What sends money elsewhere than was agreed is done only once another operator has confirmed it.',
  open: 'To be confirmed',
  openLead: 'It is looked at again when it is confirmed: this is what it would do now.',
  none: 'Nothing waits to be confirmed.',
  decided: 'Decided last',
  noneDecided: 'Nothing was decided yet.',
  what: 'What',
  leadsTo: 'What it leads to now',
  askedBy: 'Asked for by',
  asked: 'When',
  state: 'Outcome',
  decidedBy: 'By',
  states: { confirmed: 'confirmed and done', withdrawn: 'withdrawn' } as Readonly<Record<string, string>>,
  confirm: 'Confirm',
  withdraw: 'Withdraw',
  another: 'Another operator has to confirm it.',
  aloneFrom: (time: string) => `Nobody else can: you may from ${time} on.`,
  title: {
    confirm: (what: string) => `Confirm: ${what}`,
    withdraw: (what: string) => `Withdraw: ${what}`,
  },
  how: {
    confirm: 'It is done at once, and cannot be taken back.',
    withdraw: 'It is not done. It can be proposed again.',
  },
  done: { confirm: 'It is done.', withdraw: 'It is withdrawn.' },
};
