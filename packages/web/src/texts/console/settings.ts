/** General settings. */
export const settings = {
  lead: 'They count on every node within a second. Orders placed before keep their terms.',
  name: 'Setting',
  value: 'Value',
  default: 'Default',
  about: 'What it is',
  own: 'changed',
  title: (name: string) => `Change ${name}`,
  range: (min: string, max: string) => `A whole number from ${min} to ${max}.`,
  act: 'Change it',
  reset: 'Back to the default',
  did: (name: string) => `${name} is changed.`,
  from: (before: string, after: string) => `From ${before} to ${after}.`,
};
