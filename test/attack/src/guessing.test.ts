import { afterAll, beforeAll, expect, test } from 'vitest';
import { newReceiver } from './support/receivers.ts';
import { placement } from './support/samples.ts';
import { openTarget, post, type Target } from './support/target.ts';
import { Wire } from './support/wire.ts';

/** Whoever guesses query codes is told nothing by how long it takes. */

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

async function placeOne(): Promise<string> {
  const body = placement('Bitcoin/BTC', 'Ethereum/ETH');
  for (const entry of body.to_address) entry.to_address = newReceiver(entry.to_chain);
  return (await post(target.url, '/openapi/order/place', body)).json.data.query_code;
}

test('an unknown query code is answered in the same time as a known one', async () => {
  const known = await placeOne();
  const wire = new Wire(target.url, 1);
  const ratios: number[] = [];
  const isOff = () => ratios.every((ratio) => Math.abs(ratio - 1) >= TOLERANCE);
  while (isOff() && ratios.length < MOST_SERIES) ratios.push(await seriesOf(wire, known));
  wire.close();
  expect(isOff(), `an unknown one takes ${ratios} of the time`).toBe(false);
});

/** How long an unknown code takes, by the time of a known one. Each is first in every other round. */
async function seriesOf(wire: Wire, known: string): Promise<number> {
  const asked = (code: string) =>
    Buffer.from(`GET /openapi/order/query?query_code=${code} HTTP/1.1\r\nHost: localhost\r\n\r\n`);
  const took = { known: [] as number[], unknown: [] as number[] };
  for (let round = 0; round < ROUNDS; round++) {
    const pair = [
      ['known', known],
      ['unknown', `Z${String(round).padStart(11, '0')}`],
    ] as const;
    for (const [kind, code] of round % 2 === 0 ? pair : pair.toReversed()) {
      const began = performance.now();
      const { body } = await wire.send(asked(code));
      took[kind].push(performance.now() - began);
      expect(JSON.parse(body).msg).toBe(kind === 'known' ? 'success' : 'order not found');
    }
  }
  return median(took.unknown) / median(took.known);
}
