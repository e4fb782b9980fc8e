import { ORDER_STATUS, type OrderStatus } from '@swapdesk/contract';
import { TRANSITIONS } from './life.ts';

/** The life of an order as a Mermaid diagram, for docs/lives.md. */
export function drawLife(): string {
  const names = Object.entries(ORDER_STATUS).map(([name, status]) => `  ${node(status)}: ${status} ${name}`);
  const arrows = TRANSITIONS.map(({ from, to, cause }) => `  ${node(from)} --> ${node(to)}: ${cause}`);
  return ['```mermaid', 'stateDiagram-v2', ...names, `  [*] --> ${node(1)}`, ...arrows, '```'].join('\n');
}

function node(status: OrderStatus): string {
  return `s${status}`;
}
