import type { ChildProcess, SendHandle } from 'node:child_process';
import type { Worker } from 'node:cluster';

/** What `node:cluster` says when it hands a connection over, and when one was taken. */
interface ClusterMessage {
  readonly cmd?: string;
  readonly act?: string;
  readonly seq?: number;
  readonly ack?: number;
}
const CLUSTER = 'NODE_CLUSTER';

/**
 * Connections that were handed to a worker and that it has not taken. `node:cluster` hands over one at a time and waits: where a worker
 * is stuck or dies, that one is neither answered nor closed, for ever. Returns what gives them to others, for when the worker has
 * ended: as a worker does that is about to stop, and says of a connection that it does not take it.
 */
export function watchHandedOver(worker: Worker): () => void {
  const { process } = worker;
  const waiting = new Set<number>();
  const send = process.send.bind(process) as unknown as (...args: unknown[]) => boolean;
  process.send = ((message: ClusterMessage, handle?: SendHandle, ...rest: unknown[]) => {
    if (message.cmd === CLUSTER && message.act === 'newconn' && message.seq !== undefined)
      waiting.add(message.seq);
    return send(message, handle, ...rest);
  }) as unknown as ChildProcess['send'];
  process.on('internalMessage' as 'message', (message) => {
    const { cmd, ack } = message as ClusterMessage;
    if (cmd === CLUSTER && ack !== undefined) waiting.delete(ack);
  });
  return () => {
    for (const ack of [...waiting])
      process.emit('internalMessage' as 'message', { cmd: CLUSTER, ack, accepted: false }, undefined);
  };
}
