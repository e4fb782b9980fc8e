/** Who did what. */
export const audit = {
  lead: 'Every act of every operator, and of the command line. Never changed, never deleted.',
  actor: 'Who',
  act: 'Act',
  subject: 'On what',
  via: 'Through',
  address: 'From',
  changes: 'Changes',
  filters: 'Filters',
  actHint: 'e.g. order freeze',
  none: 'Nobody has done anything like that.',
  shown: (n: number) => (n === 1 ? '1 act shown' : `${n} acts shown`),
};
