import { MESSAGE } from '@swapdesk/contract';
import { findAccount } from '../access/accounts.ts';
import { addressText, nameAddressFor, undoAddressOf } from '../acts/payout-addresses.ts';
import { type NamedBy, readPayoutAddress } from '../affiliates/payout-address.ts';
import { loadCatalogue } from '../catalog/load-catalogue.ts';
import { systemClock } from '../clock.ts';
import type { Database } from '../store/database.ts';
import { act, inWords, whoeverTypes } from './act.ts';
import { actContext } from './act-context.ts';
import { readArguments } from './arguments.ts';
import { type Command, WrongArguments, withStore } from './command.ts';
import { timeText } from './time-text.ts';

export const affiliateAddress: Command = {
  name: 'affiliate address',
  usage: 'ACCOUNT [CHAIN COIN --to ADDRESS | --undo]',
  summary:
    'Show where an affiliate is paid, name another address, which counts after a while, or take back one that does not count yet',
  run: (args, env) =>
    withStore(env, async (database) => {
      const { words, options, flags } = readArguments(args, {
        words: ['ACCOUNT', '[CHAIN]', '[COIN]'],
        options: ['to'],
        flags: ['undo'],
      });
      const [account = '', chain, coin] = words;
      const { to } = options;
      const said = [chain, coin, to].filter((each) => each !== undefined).length;
      if (said % 3 !== 0 || (said > 0 && flags.undo))
        throw new WrongArguments(
          'Add CHAIN COIN --to ADDRESS to name one, or --undo alone to take one back.',
        );
      const { name } = whoeverTypes();
      const by: NamedBy = { name, via: 'command line' };
      const already = { [MESSAGE.nothingToChange]: `Nothing to change: ${account} has named just that.` };
      if (chain !== undefined && coin !== undefined && to !== undefined) {
        const context = await actContext(database, env);
        const wish = { account, chain, coin, to };
        await act(database, (client, now) => nameAddressFor(client, wish, by, context, now)).catch(
          inWords(already),
        );
      } else if (flags.undo) {
        const catalogue = await loadCatalogue(database);
        await act(database, (client, now) => undoAddressOf(client, account, by, catalogue, now)).catch(
          inWords(),
        );
      }
      console.log(await standing(database, account));
    }),
};

async function standing(database: Database, account: string): Promise<string> {
  const catalogue = await loadCatalogue(database);
  const { id } = await findAccount(database, account).catch(inWords());
  const { current, waiting } = await readPayoutAddress(database, id, systemClock());
  const lines = [
    current === null
      ? `${account} has named no address that counts.`
      : `${account} is paid ${addressText(current, catalogue)}.`,
  ];
  if (waiting !== null) {
    const { effectiveAt, namedBy, namedVia } = waiting;
    lines.push(
      `From ${timeText(effectiveAt)} on ${addressText(waiting, catalogue)}, as ${namedBy} (${namedVia}) has named it. ` +
        `To take that back: npx swapdesk affiliate address ${account} --undo`,
    );
  }
  return lines.join('\n');
}
