import { readLocation } from '../config.ts';
import { type LivingNode, livingNodes, versionText } from '../store/living-nodes.ts';
import { seeStore } from '../store/open-store.ts';
import { readArguments } from './arguments.ts';
import type { Command } from './command.ts';
import { table } from './table.ts';
import { timeText } from './time-text.ts';

export const nodeList: Command = {
  name: 'node list',
  usage: '',
  summary:
    'Show the processes that work on the store, and which version each is. Changes nothing, whatever version the store is of',
  async run(args, env) {
    readArguments(args, { words: [], options: [] });
    const { database, stop } = await seeStore(readLocation(env));
    const nodes = await livingNodes(database).finally(stop);
    if (nodes.length === 0) return console.log('No node says that it runs.');
    const head = ['node', 'command', 'host', 'process', 'version', 'since', 'seen'];
    console.log(table(head, nodes.map(cells)));
    const many = new Set(nodes.map(versionText)).size;
    console.log(
      many === 1
        ? '\nAll are of one version.'
        : `\n${many} versions run side by side: bring the others up to date as well. See docs/operators.md, "Upgrades".`,
    );
  },
};

function cells(node: LivingNode): string[] {
  const { id, role, host, process, beganAt, silentS } = node;
  if (role === null)
    return [id.slice(0, 8), 'engine or signer', '', '', versionText(node), '', 'by its lease'];
  return [
    id.slice(0, 8),
    role,
    host,
    String(process),
    versionText(node),
    timeText(beganAt),
    `${silentS} s ago`,
  ];
}
