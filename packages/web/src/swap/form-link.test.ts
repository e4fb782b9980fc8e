import { Decimal } from '@swapdesk/contract/plain';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { paymentLink } from '../request/payment-link.ts';
import { asset } from './an-asset.ts';
import { FIXED_PARTS, type FixedPart, type Form } from './form.ts';
import { formFromLink, linkOf, NothingToExchange } from './form-link.ts';
import { addShare, moveBoundary, type Shares } from './shares.ts';

const BTC = asset('Bitcoin/BTC');
const ETH = asset('Ethereum/ETH');
const USDT = asset('TRON/USDT');
const ARB = asset('Arbitrum/ARB', { canSend: false, canReceive: false });
const ASSETS = [BTC, ETH, USDT, ARB];

const read = (link: string) => formFromLink(ASSETS, new URLSearchParams(link));

/** Whatever somebody can choose and type. */
const forms: fc.Arbitrary<Form> = fc
  .record({
    from: fc.constantFrom(BTC, ETH, USDT),
    mode: fc.constantFrom('float' as const, 'fixed' as const),
    amount: fc.constantFrom('', '7', '0.05', '12.5', '50,000', 'a lot'),
    wantsToReceive: fc.boolean(),
    receivers: fc.array(fc.record({ asset: fc.constantFrom(BTC, ETH, USDT), address: trimmed() }), {
      minLength: 1,
      maxLength: 5,
    }),
    moves: fc.array(fc.tuple(fc.nat(3), fc.nat(100)), { maxLength: 5 }),
    refundAddress: trimmed(),
    refCode: fc.option(fc.string({ minLength: 1, maxLength: 128 })),
    reference: fc.option(trimmed().filter((text) => text !== '')),
    toFix: fc.subarray([...FIXED_PARTS]),
  })
  .map(({ wantsToReceive, moves, receivers, toFix, ...form }) => ({
    ...form,
    fixed: withCoinOfAddress(toFix.filter((part) => part === 'from' || canFix(part, { ...form, receivers }))),
    side: wantsToReceive && receivers.length === 1 ? ('receive' as const) : ('send' as const),
    receivers: receivers.map((receiver, n) => ({ id: n + 1, ...receiver })),
    shares: moves
      .filter(([boundary]) => boundary < receivers.length - 1)
      .reduce<Shares>(
        (shares, [boundary, place]) => moveBoundary(shares, boundary, place),
        equal(receivers.length),
      ),
  }))
  // What is fixed to be received has a price that holds.
  .map((form) =>
    form.fixed.includes('amount') && form.side === 'receive' ? { ...form, mode: 'fixed' as const } : form,
  );

/** Only what is there can be fixed, and where there is one receiver. */
function canFix(
  part: FixedPart,
  { amount, receivers }: Pick<Form, 'amount'> & { receivers: { address: string }[] },
) {
  const isThere = {
    from: true,
    to: true,
    amount: /^\d/.test(amount) && amount !== '50,000',
    address: receivers[0]?.address !== '',
  };
  return receivers.length === 1 && isThere[part];
}

/** A fixed address fixes its coin. */
function withCoinOfAddress(fixed: FixedPart[]): FixedPart[] {
  return FIXED_PARTS.filter((part) => fixed.includes(part) || (part === 'to' && fixed.includes('address')));
}

function trimmed(): fc.Arbitrary<string> {
  return fc.string({ maxLength: 100 }).map((text) => text.trim());
}

function equal(count: number): Shares {
  return count === 1 ? [100] : addShare(equal(count - 1));
}

describe('a link', () => {
  it('gives back whatever was chosen and typed, and keeps what is not the form’s', () => {
    fc.assert(
      fc.property(forms, (form) => {
        const link = linkOf(form, '?lang=de&to=TRON/USDT&address=old');
        expect(read(link)).toEqual({ form, problems: [] });
        expect(new URLSearchParams(link).get('lang')).toBe('de');
      }),
    );
  });

  it('is read whatever it says, and says of each coin that it does not give', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.tuple(
            fc.constantFrom('from', 'to', 'share', 'mode', 'amount', 'receive', 'address'),
            fc.string(),
          ),
        ),
        (parameters) => {
          const link = new URLSearchParams(parameters);
          const { form, problems } = formFromLink(ASSETS, link);
          const asked = link.get('from');
          const isGiven =
            asked === null || asked === '' || form.from.key.toLowerCase() === asked.toLowerCase();
          expect(problems.some(({ part }) => part === 'from')).toBe(!isGiven);
          expect(form.shares.reduce((sum, share) => sum + share, 0)).toBe(100);
          expect(form.shares).toHaveLength(form.receivers.length);
        },
      ),
    );
  });

  it('without anything gives an exchange that can be placed at once', () => {
    expect(read('').form).toMatchObject({ from: BTC, amount: '0.05', mode: 'float', refCode: null });
  });

  it('is one that people can read and write', () => {
    const link = '?from=TRON/USDT&amount=100&to=Bitcoin/BTC&address=bc1q&mode=fixed&refund=T123&ref=friend';
    const { form } = read(link.toLowerCase().replace('t123', 'T123'));
    expect(form).toMatchObject({
      from: USDT,
      amount: '100',
      mode: 'fixed',
      refundAddress: 'T123',
      refCode: 'friend',
    });
    expect(form.receivers).toMatchObject([{ asset: BTC, address: 'bc1q' }]);
    expect(linkOf(form, '')).toBe(link);
  });

  it('that names what does not exist or is switched off says so, and what is chosen instead', () => {
    const { form, problems } = read('from=Nowhere/NIX&to=Arbitrum/ARB&mode=free');
    expect(form).toMatchObject({ from: BTC, receivers: [{ asset: ETH }] });
    expect(problems).toEqual([
      { part: 'from', asked: 'Nowhere/NIX', isOff: false, instead: BTC },
      { part: 'to', asked: 'Arbitrum/ARB', isOff: true, instead: ETH },
      { part: 'mode', asked: 'free' },
    ]);
  });

  it('that asks for a payment fixes what is received, at a price that holds, and leaves open what is sent', () => {
    const { form, problems } = read('to=TRON/USDT&amount=25&address=T123&reference=bill 7&ref=shop');
    expect(problems).toEqual([]);
    expect(form).toMatchObject({
      from: BTC,
      mode: 'fixed',
      side: 'receive',
      amount: '25',
      fixed: ['to', 'amount', 'address'],
      reference: 'bill 7',
      refCode: 'shop',
    });
    expect(form.receivers).toMatchObject([{ asset: USDT, address: 'T123' }]);
    // What the payer chooses goes into the page's address, and what was fixed stays so.
    const { form: later } = read(linkOf({ ...form, from: ETH, refundAddress: '0x1' }, ''));
    expect(later).toEqual({ ...form, from: ETH, refundAddress: '0x1' });
    expect(read('to=Bitcoin/BTC&amount=1').form).toMatchObject({ from: ETH, fixed: ['to', 'amount'] });
  });

  it.each(['float', 'free'])('that asks for a payment has a price that holds, though it says %s', (mode) => {
    expect(read(`to=TRON/USDT&amount=25&address=T123&mode=${mode}`)).toMatchObject({
      form: { mode: 'fixed' },
      problems: [],
    });
  });

  it('brings a name along as one line, and no half of a letter', () => {
    expect(read('reference=a%00b%0Ac').form.reference).toBe('a b c');
    expect(read(`reference=${'a'.repeat(99)}%F0%9F%98%80x`).form.reference).toBe('a'.repeat(99));
    expect(read('reference=%00%0A').form.reference).toBeNull();
  });

  it('that asks for a payment in a coin that is not to be had asks for nothing of another', () => {
    for (const link of [
      'to=Arbitrum/ARB&amount=25&address=T1',
      'from=Bitcoin/BTC&receive=25&to=X/Y&address=T1&fixed=to amount',
    ]) {
      const { form, problems } = read(link);
      expect(problems).toMatchObject([{ part: 'to' }]);
      expect(form).toMatchObject({ amount: '', fixed: [], receivers: [{ address: '' }] });
    }
  });

  it('fixes what it says, and nothing that is not there', () => {
    expect(read('from=Ethereum/ETH&to=TRON/USDT&fixed=from,to,address').form.fixed).toEqual(['from', 'to']);
    expect(read('from=Ethereum/ETH&amount=many&to=TRON/USDT&fixed=amount').form.fixed).toEqual([]);
    // A zero is no amount: it could not be paid, and nobody could say another.
    expect(read('to=TRON/USDT&amount=0&address=T123').form.fixed).toEqual(['to', 'address']);
    expect(read('from=Ethereum/ETH&amount=0.00&to=TRON/USDT&fixed=amount').form.fixed).toEqual([]);
    expect(read('to=TRON/USDT&to=Bitcoin/BTC&fixed=from to').form.fixed).toEqual(['from']);
    expect(read('from=Bitcoin/BTC&receive=3&to=TRON/USDT').form.fixed).toEqual([]);
  });

  it('that fixes an address fixes its coin: of another there would be none, and nobody could enter one', () => {
    expect(read('from=Ethereum/ETH&to=TRON/USDT&address=T1&fixed=address').form.fixed).toEqual([
      'to',
      'address',
    ]);
  });

  it('that fixes a coin to send that is not to be had leaves it to be chosen', () => {
    const { form, problems } = read('from=X/Y&to=TRON/USDT&address=T1&fixed=from to');
    expect(problems).toMatchObject([{ part: 'from' }]);
    expect(form.fixed).toEqual(['to']);
  });

  it('that is made for whoever wants to be paid asks for just that', () => {
    const amount = Decimal.parse('25.5') as Decimal;
    const link = paymentLink('https://swap.example', {
      asset: USDT,
      amount,
      address: 'T1 2',
      reference: 'a/b & c',
    });
    expect(link).toBe('https://swap.example/?to=TRON/USDT&amount=25.5&address=T1+2&reference=a/b+%26+c');
    expect(read(new URL(link).search).form).toMatchObject({
      amount: '25.5',
      side: 'receive',
      reference: 'a/b & c',
      receivers: [{ asset: USDT, address: 'T1 2' }],
    });
  });

  it('whose shares are none says so', () => {
    const { form, problems } = read('to=Bitcoin/BTC&to=TRON/USDT&share=60&share=60');
    expect(form.shares).toEqual([50, 50]);
    expect(problems).toEqual([{ part: 'shares' }]);
    expect(read('to=Bitcoin/BTC&to=TRON/USDT&share=60&share=40').form.shares).toEqual([60, 40]);
  });

  it('finds nothing where everything is switched off', () => {
    expect(() => formFromLink([ARB], new URLSearchParams())).toThrow(NothingToExchange);
  });
});
