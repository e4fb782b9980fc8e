/** What the script of the reference says. The page itself is made by the service, from the document of the interface: in English. */
export const reference = {
  theme: { light: 'Light theme', dark: 'Dark theme' },
  copy: 'Copy',
  copied: 'Copied',
  found: (count: number) =>
    count === 0 ? 'Nothing is found.' : count === 1 ? 'One is found.' : `${count} are found.`,
};
