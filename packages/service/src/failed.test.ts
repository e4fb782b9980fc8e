import { pino } from 'pino';
import { expect, it } from 'vitest';
import { RpcUnreachable } from './chains/rpc/errors.ts';
import { failed } from './failed.ts';

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
});
