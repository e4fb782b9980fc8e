import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

const LOOK_MS = 100;
const READY_MS = 1_000;

/** Passes connections on to nodes that say that they are ready, in turn, as the proxies of operators do. */
export class Balancer {
  readonly url: string;
  private readonly server: Server;
  private targets: readonly string[];
  private readonly ready = new Set<string>();
  private readonly sockets = new Set<Socket>();
  private readonly looking: NodeJS.Timeout;
  private turn = 0;

  private constructor(server: Server, targets: readonly string[]) {
    this.server = server;
    this.targets = targets;
    this.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    this.looking = setInterval(() => void this.look(), LOOK_MS);
    server.on('connection', (client) => this.pass(client));
  }

  static async start(targets: readonly string[]): Promise<Balancer> {
    const server = createServer({ allowHalfOpen: true }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const balancer = new Balancer(server, targets);
    await balancer.look();
    return balancer;
  }

  get served(): readonly string[] {
    return this.targets;
  }

  /** From now on these are the nodes there are. */
  serve(targets: readonly string[]): void {
    this.targets = targets;
    for (const each of this.ready) if (!targets.includes(each)) this.ready.delete(each);
  }

  isReady(target: string): boolean {
    return this.ready.has(target);
  }

  stop(): void {
    clearInterval(this.looking);
    for (const socket of this.sockets) socket.destroy();
    this.server.close();
  }

  private async look(): Promise<void> {
    await Promise.all(
      this.targets.map(async (target) => {
        const signal = AbortSignal.timeout(READY_MS);
        const isReady = await fetch(`${target}/health/ready`, { signal }).then(
          ({ ok }) => ok,
          // One that is slow to say so is as ready as it was.
          (error: Error) => error.name === 'TimeoutError' && this.ready.has(target),
        );
        if (isReady && this.targets.includes(target)) this.ready.add(target);
        else this.ready.delete(target);
      }),
    );
  }

  /** Where nobody answers the next one is asked, as proxies do: nothing has been sent yet. */
  private pass(client: Socket, tries = this.targets.length): void {
    const ready = [...this.ready];
    const target = ready[this.turn++ % ready.length];
    if (target === undefined || tries === 0) {
      client.destroy();
      return;
    }
    const { hostname, port } = new URL(target);
    const node = connect({ host: hostname, port: Number(port), allowHalfOpen: true });
    const next = () => this.pass(client, tries - 1);
    node.once('error', next);
    node.once('connect', () => {
      node.off('error', next);
      this.join(client, node);
    });
  }

  private join(client: Socket, node: Socket): void {
    for (const [one, other] of [
      [client, node],
      [node, client],
    ] as const) {
      this.sockets.add(one);
      one.on('error', () => other.destroy());
      one.once('close', () => this.sockets.delete(one));
      one.pipe(other);
    }
  }
}
