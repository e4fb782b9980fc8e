import { addressForm } from '../chains/address-forms.ts';
import { depositPath } from '../wallet/keys.ts';
import { readArguments, readWhole } from './arguments.ts';
import { type Command, UsageError, withStore } from './command.ts';
import { findChain } from './find-chain.ts';
import { table } from './table.ts';

const DEFAULT_LAST = '20';
const MOST = 10_000;

export const walletAddresses: Command = {
  name: 'wallet addresses',
  usage: 'CHAIN [--last N]',
  summary: 'Show the deposit addresses that orders were given last, newest first, with their paths',
  run: (args, env) =>
    withStore(env, async (database) => {
      const { words, options } = readArguments(args, { words: ['CHAIN'], options: ['last'] });
      const last = readWhole('--last', options.last ?? DEFAULT_LAST);
      if (last < 1 || last > MOST) throw new UsageError(`--last takes 1 to ${MOST}.`);
      const chain = await findChain(database, words[0] as string);
      const { rows } = await database.query<{ index: number; address: string; no: string }>(
        `SELECT d.index, d.address, o.no FROM deposit_address d
           JOIN orders o ON o.address_id = d.id
           JOIN asset a ON a.id = o.asset_id
          WHERE d.space = $1 AND a.chain_id = $2 ORDER BY d.index DESC LIMIT $3`,
        [chain.space, chain.id, last],
      );
      if (rows.length === 0) return console.log(`No order has had an address on ${chain.name} yet.`);
      const cells = rows.map(({ index, address, no }) => [
        depositPath(chain.space, chain.network, index, addressForm(chain.space).kindOf(address)),
        address,
        no,
      ]);
      console.log(table(['path', 'address', 'order'], cells));
    }),
};
