import { afterAll, beforeAll, expect, test } from 'vitest';
import { newReceiver } from './support/receivers.ts';
import { placement } from './support/samples.ts';
import { openTarget, post, type Target } from './support/target.ts';
import { Wire } from './support/wire.ts';

/** Whoever guesses query codes, or looks for the orders of others, is told nothing by how long it takes. */

const ROUNDS = 800;
/** On a busy machine one series may be off; a difference that is there is in each. */
const MOST_SERIES = 3;
/** Before misses were given the same work they were quicker by a fifth. */
const TOLERANCE = 0.08;

let target: Target;
beforeAll(async () => {
  target = await openTarget();
});
afterAll(() => target.stop());

const median = (times: number[]) => times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] as number;

interface Placed {
  readonly query_code: string;
  readonly address: string;
}

async function placeOne(): Promise<Placed> {
  const body = placement('Bitcoin/BTC', 'Ethereum/ETH');
  for (const entry of body.to_address) entry.to_address = newReceiver(entry.to_chain);
  return (await post(target.url, '/openapi/order/place', body)).json.data;
}

/** Two questions, of which one is about an order that there is; each round asks for something that nobody has asked for. */
interface Questions {
  readonly known: (round: number) => string;
  readonly unknown: (round: number) => string;
  readonly answers: Readonly<Record<'known' | 'unknown', string>>;
}

async function expectNoDifference(questions: Questions): Promise<void> {
  const wire = new Wire(target.url, 1);
  const ratios: number[] = [];
  const isOff = () => ratios.every((ratio) => Math.abs(ratio - 1) >= TOLERANCE);
  while (isOff() && ratios.length < MOST_SERIES) ratios.push(await seriesOf(wire, questions));
  wire.close();
  expect(isOff(), `an unknown one takes ${ratios} of the time`).toBe(false);
}

/** How long an unknown one takes, by the time of a known one. Each is first in every other round. */
async function seriesOf(wire: Wire, questions: Questions): Promise<number> {
  const took = { known: [] as number[], unknown: [] as number[] };
  for (let round = 0; round < ROUNDS; round++) {
    const pair = ['known', 'unknown'] as const;
    for (const kind of round % 2 === 0 ? pair : pair.toReversed()) {
      const bytes = Buffer.from(questions[kind](round));
      const began = performance.now();
      const { body } = await wire.send(bytes);
      took[kind].push(performance.now() - began);
      expect(JSON.parse(body).msg).toBe(questions.answers[kind]);
    }
  }
  return median(took.unknown) / median(took.known);
}

test('an unknown query code is answered in the same time as a known one', async () => {
  const { query_code } = await placeOne();
  const asked = (code: string) =>
    `GET /openapi/order/query?query_code=${code} HTTP/1.1\r\nHost: localhost\r\n\r\n`;
  await expectNoDifference({
    known: () => asked(query_code),
    unknown: (round) => asked(`Z${String(round).padStart(11, '0')}`),
    answers: { known: 'success', unknown: 'order not found' },
  });
});

test('a wrong fact beside the deposit address of an order is answered as one beside an address of none', async () => {
  const { address } = await placeOne();
  const asked = (fact: string, round: number) => {
    const body = JSON.stringify({ fact, other: `Z${String(round).padStart(7, '0')}` });
    const head = `Host: localhost\r\nContent-Type: application/json\r\nContent-Length: ${body.length}`;
    return `POST /openapi/order/find HTTP/1.1\r\n${head}\r\n\r\n${body}`;
  };
  const nobodys = newReceiver('Bitcoin');
  await expectNoDifference({
    known: (round) => asked(address, round),
    unknown: (round) => asked(nobodys, round),
    answers: { known: 'order not found', unknown: 'order not found' },
  });
});
