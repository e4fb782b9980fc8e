type Words = Readonly<Record<string, string>>;

const roleMeans: Words = {
  viewer: 'Sees everything, changes nothing.',
  support: 'Sees everything, acts on orders and writes notes.',
  admin: 'May do everything.',
};

/** Who may sign in here. */
export const operators = {
  lead: 'Who may sign in here, and what they may do.',
  roleMeans,
  name: 'Name',
  role: 'Role',
  state: 'State',
  you: 'you',
  enrolled: 'enrolled',
  notEnrolled: 'has not signed in yet',
  disabled: 'disabled',
  sessions: 'Sessions',
  signedIn: 'Last sign-in',
  made: 'Made',
  none: 'There is no operator.',
  create: 'Add an operator',
  createLead: 'They get a one-time password, and set up their second factor at the first sign-in.',
  nameHint: 'Small letters, digits, dots, dashes.',
  createAct: 'Add them',
  created: (name: string) => `One-time password for ${name}`,
  oneTime: 'One-time password, for one sign-in within a day',
  changeRole: (name: string) => `Role of ${name}`,
  changeRoleLead: 'Their sessions end; they sign in again with the new role.',
  changeRoleAct: 'Change the role',
  roleChanged: 'The role is changed.',
  reset: 'Reset',
  resetTitle: (name: string) => `Reset ${name}`,
  resetLead:
    'Password, second factor and recovery codes are void, and their sessions end. They get a one-time password.',
  resetAct: 'Reset them',
  disable: 'Disable',
  disableTitle: (name: string) => `Disable ${name}`,
  disableLead: 'Their sessions end and they cannot sign in any more. What they did stays in the audit log.',
  disableAct: 'Disable them',
  didDisable: 'They cannot sign in any more.',
  enable: 'Enable',
  enableTitle: (name: string) => `Enable ${name}`,
  enableLead: 'They can sign in again.',
  enableAct: 'Enable them',
  didEnable: 'They can sign in again.',
};
