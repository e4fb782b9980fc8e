/**
 * The address in what a QR code says: the code of a wallet may be a plain address, or a link to pay with, as `bitcoin:bc1…?amount=1`.
 * A link that calls a token's contract (EIP-681) names the receiver among its parameters.
 */
export function addressIn(code: string): string {
  const text = code.trim();
  const [, scheme, path = '', query = ''] =
    /^([a-z][a-z0-9+.-]*):(?:\/\/)?([^?#]*)(?:\?([^#]*))?/i.exec(text) ?? [];
  if (scheme === undefined) return text;
  const [target = '', call] = path.split('/');
  if (call === 'transfer') return new URLSearchParams(query).get('address') ?? '';
  // EIP-681 puts the chain behind the address, and may say `pay-` before it.
  return scheme.toLowerCase() === 'ethereum' ? target.replace(/^pay-/, '').replace(/@.*$/, '') : target;
}
