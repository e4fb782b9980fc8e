import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { QUICK_COST } from '../../../../test/support/quick-cost.ts';
import { SCRYPT_COST } from './scrypt.ts';
import { openMnemonic, PassphraseError, type SealedSeed, sealMnemonic } from './sealed-seed.ts';

const MNEMONIC = `${'abandon '.repeat(23)}art`;

function sealCheaply(passphrase: string): Promise<SealedSeed> {
  return sealMnemonic(MNEMONIC, passphrase, randomBytes, QUICK_COST);
}

describe('a sealed seed', () => {
  it('opens with its passphrase after a way through JSON, at full cost', async () => {
    const sealed = await sealMnemonic(MNEMONIC, 'correct horse', randomBytes);
    expect(sealed.kdf).toEqual(SCRYPT_COST);
    expect(JSON.stringify(sealed)).not.toContain('abandon');
    expect(await openMnemonic(JSON.parse(JSON.stringify(sealed)), 'correct horse')).toBe(MNEMONIC);
  });

  it('does not open with another passphrase', async () => {
    const sealed = await sealCheaply('correct horse');
    for (const wrong of ['correct horse ', 'Correct horse', '']) {
      await expect(openMnemonic(sealed, wrong)).rejects.toThrow(PassphraseError);
    }
    await expect(openMnemonic(sealed, 'x')).rejects.toThrow('the passphrase is wrong');
  });

  it('opens with a passphrase composed or decomposed', async () => {
    const sealed = await sealCheaply('caf\u00e9');
    expect(await openMnemonic(sealed, 'cafe\u0301')).toBe(MNEMONIC);
  });

  it('differs each time', async () => {
    const [one, two] = [await sealCheaply('p'), await sealCheaply('p')];
    expect(one.salt).not.toBe(two.salt);
    expect(one.nonce).not.toBe(two.nonce);
    expect(one.ciphertext).not.toBe(two.ciphertext);
  });

  it('does not open with any of its bits changed', async () => {
    const sealed = await sealCheaply('p');
    for (const field of ['salt', 'nonce', 'ciphertext'] as const) {
      const bytes = Buffer.from(sealed[field], 'base64');
      for (let i = 0; i < bytes.length; i += 7) {
        const changed = Buffer.from(bytes);
        changed[i]! ^= 1 << (i % 8);
        const record = { ...sealed, [field]: changed.toString('base64') };
        await expect(openMnemonic(record, 'p'), `${field} ${i}`).rejects.toThrow(PassphraseError);
      }
    }
  });

  it.each([
    ['version', { version: 2 }],
    ['kdf name', { kdf: { ...QUICK_COST, name: 'md5' } }],
    ['cost', { kdf: { ...QUICK_COST, n: 2048 } }],
    ['odd cost', { kdf: { ...QUICK_COST, n: 1000 } }],
    ['huge cost', { kdf: { ...QUICK_COST, n: 2 ** 40 } }],
    ['no cost', { kdf: undefined }],
    ['short tag', { ciphertext: 'AAAA' }],
    ['junk in base64', { salt: '!!!!' }],
    ['no ciphertext', { ciphertext: undefined }],
  ])('does not open with another %s', async (_, change) => {
    const record = { ...(await sealCheaply('p')), ...change } as SealedSeed;
    await expect(openMnemonic(record, 'p')).rejects.toThrow(PassphraseError);
  });

  it('does not open if there is none', async () => {
    await expect(openMnemonic(null as unknown as SealedSeed, 'p')).rejects.toThrow(PassphraseError);
  });
});
