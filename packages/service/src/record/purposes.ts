/** What a recorded transaction is for, in the record's own words. */
export const RECORDED = {
  payouts: 'payouts',
  sweep: 'sweep',
  fuel: 'fuel',
  filler: 'filler',
  help: 'help',
  opening: 'opening',
  lending: 'lending',
  takingBack: 'taking back',
  cancel: 'cancel',
} as const;
export type RecordedPurpose = (typeof RECORDED)[keyof typeof RECORDED];
