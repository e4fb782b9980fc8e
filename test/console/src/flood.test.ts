import { afterAll, beforeAll, expect, it } from 'vitest';
import { createDeskStore, type DeskStore, endOpenMode } from '../../support/desk-store.ts';
import { type RunningService, startService } from '../../support/service.ts';
import { volume } from '../../support/volume.ts';
import { type Answer, ConsoleBrowser, enrolPerson, makeOperator, signInAs } from './support/console.ts';

/** Very many sign in at once, each from another address and under another name, so that no count of attempts stops them. */

const VISITORS = volume(100, 200);
/** Two that are derived at once, sixteen that wait. */
const PLACES = 18;

let store: DeskStore;
let service: RunningService;

beforeAll(async () => {
  store = await createDeskStore(8);
  await endOpenMode(store);
  service = await startService({ ...store.env, SWAPDESK_TRUST_PROXY: '127.0.0.1' });
});
afterAll(async () => {
  await service?.stop();
  await store?.drop();
});

function tries(n: number): Promise<Answer> {
  const from = { 'x-forwarded-for': `10.0.${n >> 8}.${n & 255}` };
  const body = { name: `visitor${n}`, password: 'let me in', code: '123456' };
  return new ConsoleBrowser(service.url).post('/session/login', body, from);
}

it('a flood of sign-ins is turned away at the door, and everybody else is served meanwhile', async () => {
  const browser = new ConsoleBrowser(service.url);
  const ada = await enrolPerson(browser, 'ada', await makeOperator(store.database, 'ada', 'admin'));

  const order: string[] = [];
  const flood = Promise.all(
    Array.from({ length: VISITORS }, async (_, n) => {
      const answer = await tries(n);
      order.push('visitor');
      return answer;
    }),
  );
  // Whoever is signed in already, and whoever wants a quote, does not wait for the flood to pass.
  const others = Promise.all([
    browser.get('/session'),
    browser.get('/orders'),
    fetch(`${service.url}/openapi/abbr/lists`),
  ]).then((answers) => {
    order.push('others');
    return answers.map(({ status }) => status);
  });
  const answers = await flood;
  expect(await others).toEqual([200, 200, 200]);
  expect(order.indexOf('others')).toBeLessThan(order.length - 1);

  const looked = answers.filter(({ status }) => status === 401);
  const refused = answers.filter(({ status }) => status === 429);
  expect(looked.length + refused.length).toBe(VISITORS);
  // As many as there are places were looked at, and those who came when a place was free again.
  expect(looked.length).toBeGreaterThanOrEqual(PLACES);
  expect(refused.length).toBeGreaterThan(PLACES);
  for (const answer of refused) {
    expect(answer).toMatchObject({ code: 1, msg: 'too many requests' });
    expect(answer.headers.get('retry-after')).toBe('2');
  }

  // When it has passed, nothing is left of it: whoever knows their password is let in at once.
  expect(await signInAs(new ConsoleBrowser(service.url), ada)).toMatchObject({ status: 200 });
});
