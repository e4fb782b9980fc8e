import { pino } from 'pino';
import { expect, it } from 'vitest';
import { RpcUnreachable } from './chains/rpc/errors.ts';
import { failed, warnOf } from './failed.ts';

it('a node that is away is told in its own words; what went wrong in here, with where', () => {
  const lines: string[] = [];
  const tell = failed(
    pino({ base: null, timestamp: false }, { write: (line) => void lines.push(line) }),
    'go on',
  );
  tell(new RpcUnreachable('node:9332 does not answer'));
  tell(new RangeError('impossible'));
  expect(JSON.parse(lines[0] as string)).toEqual({
    level: 50,
    why: 'node:9332 does not answer',
    msg: 'could not go on',
  });
  expect(lines[1]).toMatch(/"type":"RangeError".*"stack":/);
  tell(new RpcUnreachable('node:9332 does not answer'), 'Litecoin');
  expect(JSON.parse(lines[2] as string)).toMatchObject({ job: 'Litecoin', msg: 'could not go on' });
});

it('what a chain warns of is a line, unless it is a fault in here', () => {
  const lines: string[] = [];
  const warn = warnOf(pino({ base: null, timestamp: false }, { write: (line) => void lines.push(line) }));
  warn({ err: new Error('it is on another chain'), chain: 'Ethereum' }, 'not believed');
  warn({ err: new TypeError('undefined is no function') }, 'not believed');
  expect(JSON.parse(lines[0] as string)).toEqual({
    level: 40,
    chain: 'Ethereum',
    why: 'it is on another chain',
    msg: 'not believed',
  });
  expect(lines[1]).toMatch(/"type":"TypeError".*"stack":/);
});
