import { describe, expect, it } from 'vitest';
import { ENDPOINTS } from '../../openapi/index.ts';
import { OFFER } from '../testing/offer.ts';
import { writeCurl } from './curl.ts';
import type { Example } from './example.ts';
import { examplesOf } from './examples-of.ts';
import { writePython } from './python.ts';
import { writeTypescript } from './typescript.ts';

const REAL = { ...OFFER, address: null, refundAddress: null };
const AROUND = {
  origin: 'https://swap.example',
  placeOf: (id: string) => ({ method: 'POST', path: `/${id}` }),
};
const operationsOf = ({ steps }: Example) =>
  steps.flatMap((step) => (step.kind === 'wait' ? [] : [step.operation]));

describe('examples', () => {
  it.each([
    ['simulated', OFFER],
    ['real', REAL],
  ])('are there for every endpoint, where coins are %s, and end with a call of it', (_, offer) => {
    const examples = examplesOf(offer);
    expect([...examples.keys()].sort()).toEqual(ENDPOINTS.map(({ id }) => id).sort());
    for (const [id, example] of examples) expect(operationsOf(example)).toContain(id);
  });

  it('sign where an endpoint is an account’s, and nowhere else', () => {
    const examples = examplesOf(OFFER);
    for (const { id, needsAccount } of ENDPOINTS)
      expect([id, examples.get(id)?.isSigned]).toEqual([id, needsAccount]);
  });

  it('place no order to show what is done with one where coins are real, and pay none', () => {
    for (const [id, example] of examplesOf(REAL)) {
      const others = operationsOf(example).filter((operation) => operation !== id);
      expect([id, others.filter((each) => each === 'place' || each === 'testnetPay')]).toEqual([id, []]);
    }
  });

  it('take an address of whoever runs them where coins are real, in every language', () => {
    const example = examplesOf(REAL).get('place') as Example;
    expect(writeCurl(example, AROUND)).toContain('"to_address": "\'"$TO_ADDRESS"\'"');
    expect(writeTypescript(example, AROUND)).toContain("const { TO_ADDRESS = '' } = process.env;");
    expect(writePython(example, AROUND)).toContain('TO_ADDRESS = os.environ["TO_ADDRESS"]');
    for (const write of [writeCurl, writeTypescript, writePython])
      expect(write(example, AROUND)).not.toContain(OFFER.sampleAddress);
  });
});
