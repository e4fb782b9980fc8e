import { describe, expect, it } from 'vitest';
import type { Answer } from '../support/envelope.ts';
import { expectParameterError, expectRefused, expectSuccess } from '../support/expect.ts';
import { LISTS, rangeOf, rowsOf } from '../support/lists.ts';
import { needsLists } from '../support/skips.ts';

describe.each(LISTS)('pages of the %s (4.4, 4.5, 8)', (_name, { ask, known, noOf }) => {
  const numbers = (answer: Answer) => rowsOf(answer).map(noOf);

  it('all parameters are optional', async (ctx) => {
    await needsLists(ctx);
    expectSuccess(await ask());
  });

  it('page_size is 10 where it was left out', async (ctx) => {
    await known(ctx);
    expect(rowsOf(await ask())).toHaveLength(10);
  });

  it('page is 1 and direction is DESC where they were left out', async (ctx) => {
    await known(ctx);
    expect(numbers(await ask())).toEqual(numbers(await ask({ page: 1, page_size: 10, direction: 'DESC' })));
  });

  it('page_size says how many there are on a page', async (ctx) => {
    await known(ctx);
    for (const page_size of [1, 7]) expect(rowsOf(await ask({ page_size }))).toHaveLength(page_size);
  });

  it('page_size is at most 100', async (ctx) => {
    await needsLists(ctx);
    expectSuccess(await ask({ page_size: 100 }));
    expectRefused(await ask({ page_size: 101 }));
  });

  it('pages follow one another without gap or overlap', async (ctx) => {
    const range = rangeOf(await known(ctx));
    const whole = numbers(await ask({ ...range, page_size: 12 }));
    const parts = [1, 2, 3].map(async (page) => numbers(await ask({ ...range, page, page_size: 4 })));
    expect((await Promise.all(parts)).flat()).toEqual(whole);
  });

  it('ASC is DESC the other way round', async (ctx) => {
    const range = { ...rangeOf(await known(ctx)), page_size: 100 };
    const down = numbers(await ask({ ...range, direction: 'DESC' }));
    expect(numbers(await ask({ ...range, direction: 'ASC' }))).toEqual(down.reverse());
  });

  it.for(['asc', 'desc', 'up'])('direction %j is refused: it is DESC or ASC', async (direction, ctx) => {
    await needsLists(ctx);
    expectRefused(await ask({ direction }));
  });

  it('created_start is inclusive', async (ctx) => {
    const { no, createdAt } = (await known(ctx))[0];
    const ascending = { page_size: 100, direction: 'ASC' };
    expect(numbers(await ask({ ...ascending, created_start: createdAt }))).toContain(no);
    expect(numbers(await ask({ ...ascending, created_start: createdAt + 1 }))).not.toContain(no);
  });

  it('created_end is exclusive', async (ctx) => {
    const { no, createdAt } = (await known(ctx))[0];
    expect(numbers(await ask({ created_end: createdAt, page_size: 100 }))).not.toContain(no);
    expect(numbers(await ask({ created_end: createdAt + 1, page_size: 100 }))).toContain(no);
  });

  it('total is an integer', async (ctx) => {
    await needsLists(ctx);
    expect(Number.isInteger((await ask()).fields.total)).toBe(true);
  });

  const NUMBERS = ['page', 'page_size', 'created_start', 'created_end'];
  it.for(NUMBERS)('%s that is no number is a parameter error', async (name, ctx) => {
    await needsLists(ctx);
    expectParameterError(await ask({ [name]: 'x' }));
  });
});
