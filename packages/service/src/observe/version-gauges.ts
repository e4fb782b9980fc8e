import { Gauge, type Registry } from 'prom-client';
import { type LivingNode, versionText } from '../store/living-nodes.ts';

/** How many processes of each version work on the store, and how that is set. */
export function versionGauges(registry: Registry): (nodes: readonly LivingNode[]) => void {
  const running = new Gauge({
    name: 'swapdesk_nodes',
    help: 'Processes that said within half a minute that they work on the store, by what they are',
    labelNames: ['role', 'version'],
    registers: [registry],
  });
  return (nodes) => {
    running.reset();
    for (const node of nodes) running.inc({ role: node.role ?? 'unknown', version: versionText(node) });
  };
}
