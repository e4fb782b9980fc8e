import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

const PAUSE_MS = 10;

/** One request, again and again. */
export interface Asked {
  readonly path: string;
  /** Posted as JSON; absent: it is a GET. */
  readonly body?: unknown;
}

/** Clients that keep their connections for as long as the other side does, and ask one request after the other. */
export class SteadyLoad {
  answered = 0;
  readonly failures: string[] = [];
  private isOver = false;
  private readonly clients: Promise<void>[];

  constructor(url: string, clients: number, asked: readonly Asked[]) {
    this.clients = Array.from({ length: clients }, async (_, client) => {
      const agent = new Agent({ keepAlive: true, maxSockets: 1 });
      for (let n = client; !this.isOver; n++) {
        await this.ask(url, asked[n % asked.length] as Asked, agent);
        await sleep(PAUSE_MS);
      }
      agent.destroy();
    });
  }

  async stop(): Promise<void> {
    this.isOver = true;
    await Promise.all(this.clients);
  }

  private async ask(url: string, { path, body }: Asked, agent: Agent): Promise<void> {
    try {
      const status = await send(url + path, body, agent);
      this.answered++;
      if (status !== 200) this.failures.push(`${path}: ${status}`);
    } catch (error) {
      this.failures.push(`${path}: ${error}`);
    }
  }
}

function send(url: string, body: unknown, agent: Agent): Promise<number> {
  return new Promise((resolve, reject) => {
    const text = body === undefined ? '' : JSON.stringify(body);
    const method = body === undefined ? 'GET' : 'POST';
    const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) };
    const asking = request(url, { method, agent, headers }, (response) => {
      response.resume();
      response.on('error', reject);
      response.on('end', () => resolve(response.statusCode ?? 0));
    });
    asking.on('error', reject);
    asking.end(text);
  });
}
