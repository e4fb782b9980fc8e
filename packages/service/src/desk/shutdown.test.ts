import { expect, it } from 'vitest';
import { Shutdown } from './shutdown.ts';

const stopping = (told: string[], name: string) => async () => {
  told.push(`${name} is told`);
  await Promise.resolve();
  told.push(`${name} has ended`);
};

it('stops the last first, and each only when the one before has ended', async () => {
  const told: string[] = [];
  const shutdown = new Shutdown();
  shutdown.add(stopping(told, 'store'));
  shutdown.add(stopping(told, 'server'));
  await shutdown.run();
  expect(told).toEqual(['server is told', 'server has ended', 'store is told', 'store has ended']);
});

it('stops nothing twice', async () => {
  const told: string[] = [];
  const shutdown = new Shutdown();
  shutdown.add(stopping(told, 'store'));
  await Promise.all([shutdown.run(), shutdown.run()]);
  expect(told).toEqual(['store is told', 'store has ended']);
});

it('stops the rest where one of them fails, and says what was wrong', async () => {
  const told: string[] = [];
  const shutdown = new Shutdown();
  shutdown.add(stopping(told, 'store'));
  shutdown.add(() => Promise.reject(new Error('the store is away')));
  shutdown.add(stopping(told, 'server'));
  await expect(shutdown.run()).rejects.toThrow('the store is away');
  expect(told).toEqual(['server is told', 'server has ended', 'store is told', 'store has ended']);
});
