import { expect, it } from 'vitest';
import { readWidgetMessage } from './widget.ts';

const SERVICE = 'https://swap.example/';
const PLACED = { widget: 'swapdesk/1', type: 'placed', query_code: 'ABCDEFGHJKLM', reference: null };

it('reads what a widget says', () => {
  const message = readWidgetMessage({ origin: 'https://swap.example', data: PLACED }, SERVICE);
  expect(message).toEqual(PLACED);
  // Its type says what stands beside it.
  if (message?.type === 'placed') expect(message.query_code).toBe('ABCDEFGHJKLM');
});

it.each([
  ['another origin', 'https://swap.example.evil', PLACED],
  ['another port', 'https://swap.example:8443', PLACED],
  ['another form', 'https://swap.example', { ...PLACED, widget: 'swapdesk/2' }],
  ['no type', 'https://swap.example', { widget: 'swapdesk/1' }],
  ['a text', 'https://swap.example', 'placed'],
  ['nothing', 'https://swap.example', null],
])('takes a message for none of it: %s', (_what, origin, data) => {
  expect(readWidgetMessage({ origin, data }, SERVICE)).toBeNull();
});
