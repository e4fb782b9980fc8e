/** Signing in, and one's own account. */
export const session = {
  title: 'Sign in to the console',
  lead: 'For operators of this service. The first one is made on the command line:',
  command: 'npx swapdesk operator create NAME --role admin',
  name: 'Name',
  password: 'Password',
  code: 'Code',
  codeNote: 'none at the first sign-in',
  codeHint: 'Six digits from your authenticator, or a recovery code.',
  confirmLead: 'This needs your password and a new code, because the last time was a while ago.',
  signIn: 'Sign in',
  signingIn: 'Signing in…',
  wrong: 'Name, password or code is wrong. A code works only once: wait for the next one.',
  tooMany: (wait: string) => `Too many attempts. Try again in ${wait}.`,

  enrol: {
    title: 'Set up your second factor',
    lead: 'This is your first sign-in. Scan the picture with an authenticator app, then type the code that it shows.',
    picture: 'QR code for your authenticator',
    secret: 'Or type this secret into it',
    newPassword: 'A password of your own',
    newPasswordHint: (least: number) =>
      `At least ${least} characters. The one-time password is void afterwards.`,
    tooShort: (least: number) => `Too short: at least ${least} characters.`,
    code: 'Code from your authenticator',
    finish: 'Finish and sign in',
    wrong: 'The code is wrong, or has been used. Wait for the next one.',
  },

  recovery: {
    title: 'Your recovery codes',
    lead: 'Each works once, in place of a code, if you lose your authenticator. They are shown only now: print them or keep them where you keep passwords.',
    list: 'Recovery codes',
    copy: 'Copy all recovery codes',
    kept: 'I have kept them',
  },

  ended: {
    title: 'Your session has ended',
    lead: 'Sign in again to go on. What you have typed is still here.',
  },

  you: {
    lead: (name: string, role: string) => `Signed in as ${name}, ${role}.`,
    signOut: 'Sign out',
    signOutEverywhere: 'Sign out everywhere',
    signOutEverywhereLead: 'Every session of yours ends, on every device, this one too.',
    sessions: 'Your sessions',
    sessionsLead: (idle: string, end: string) =>
      `This one ends at ${idle} if nothing is done, and at ${end} in any case.`,
    device: 'Browser',
    address: 'Address',
    since: 'Signed in',
    seen: 'Last used',
    thisOne: 'this one',
    security: 'Password and recovery codes',
    codesLeft: (n: string) => `You have ${n} recovery codes left.`,
    changePassword: 'Change the password',
    changePasswordLead: 'All your other sessions end.',
    oldPassword: 'Present password',
    newPassword: 'New password',
    passwordChanged: 'Your password is changed.',
    newCodes: 'Make new recovery codes',
    newCodesLead: 'Those you have now are void as soon as the new ones are shown.',
    acts: 'What you have done',
    noActs: 'Nothing yet.',
  },
};
