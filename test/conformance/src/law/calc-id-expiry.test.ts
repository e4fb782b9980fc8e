import { describe, it } from 'vitest';
import { afterExpiry, REASON } from '../support/after-expiry.ts';
import { expectBareRefusal } from '../support/expect.ts';
import { options } from '../support/options.ts';

describe('the lifetime of a calc_id (3.6, 8)', () => {
  it('is 30 seconds: after that it is invalid or expired', async (ctx) => {
    if (options.fast) ctx.skip(REASON);
    expectBareRefusal((await afterExpiry()).unused, 'calc_id invalid or expired');
  });
});
