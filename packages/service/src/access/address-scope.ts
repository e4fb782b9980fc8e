import { isIPv6 } from 'node:net';

/**
 * What counts as one caller without a key: an IPv4 address, or the 64 bits of an IPv6 one that a provider gives to one
 * customer. Within them everybody has more addresses than there are allowances.
 */
export function addressScope(address: string): string {
  if (!address.includes(':') || !isIPv6(address)) return address;
  const [head = '', tail = ''] = address.split('%')[0]?.toLowerCase().split('::') ?? [];
  const groups = (text: string) => (text === '' ? [] : text.split(':'));
  const [first, last] = [groups(head), groups(tail)];
  // The last two groups may be written as IPv4; they are not among the first four.
  const width = (parts: readonly string[]) => parts.length + (parts.at(-1)?.includes('.') ? 1 : 0);
  const isShort = address.includes('::');
  const missing = isShort ? 8 - width(first) - width(last) : 0;
  const all = [...first, ...Array<string>(missing).fill('0'), ...last];
  return `${all
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`;
}
