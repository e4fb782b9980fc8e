import { acceptClock } from '../store/clock-witness.ts';
import { act } from './act.ts';
import { readArguments } from './arguments.ts';
import { type Command, UsageError, withStore } from './command.ts';

export const clockAccept: Command = {
  name: 'clock accept',
  usage: '',
  summary: "Say that the database's clock is right, after it has jumped. Check it first: orders expire by it",
  run: (args, env) =>
    withStore(env, async (database) => {
      readArguments(args, { words: [], options: [] });
      const jumped = await act(database, async (client) => {
        const { aheadMs, isSettled } = await acceptClock(client);
        if (isSettled) throw new UsageError('The clocks agree: there is nothing to accept.');
        const result = `${Math.round(aheadMs / 1_000)} s`;
        const changes = [{ what: 'jump', before: result, after: null }];
        return { act: 'clock accept', subject: 'clock', changes, result };
      });
      console.log(`All nodes go by the database's clock from now on; it had jumped by ${jumped}.`);
    }),
};
