import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Logger } from 'pino';
import type { CallerNotice } from '../access/shared-limits.ts';
import { GatheredFigures, type OwnFigures } from '../observe/own-figures.ts';
import { PACKAGE_FOLDER } from '../package-folder.ts';
import { StartupError } from '../startup-error.ts';
import type { ProgramVersion } from '../store/program-version.ts';
import { watchHandedOver } from './handed-over.ts';
import type { Beginning, ServedAt, ToSupervisor, ToWorker } from './messages.ts';
import { GrowingPause } from './pause.ts';
import { Questions } from './questions.ts';
import { whyOther } from './same-program.ts';
import { WORKER_VARIABLE } from './seat.ts';
import { SERVING_OPTIONS } from './serving-options.ts';
import { LOOK_MS, Silences } from './silences.ts';

/** Longer than a server takes to stop at most. */
const END_MS = 8_000;
/** A worker that says nothing for so long answers nobody: nothing that it does takes nearly as long. */
const STUCK_MS = 10_000;
/** A worker that is busy for longer is left out of a page; what it said before counts. */
const FIGURES_MS = 2_000;
/** Signals that terminals and those who look after services send to every process. */
const TO_ALL: ReadonlySet<string> = new Set(['SIGINT', 'SIGTERM', 'SIGHUP']);

export interface CrewOptions {
  /** The command by which a worker is started, as the first was. */
  readonly command: string;
  readonly beginning: Beginning;
  readonly log: Logger;
  /** What a worker tells of its callers. */
  heard(notice: CallerNotice): void;
  /** The figures of the node. */
  readPage(): Promise<string>;
}

/** The workers of a node, and what looks after them. */
export class Crew {
  private readonly options: CrewOptions;
  private readonly workers = new Set<Worker>();
  private readonly pause = new GrowingPause();
  private readonly restarts = new Set<NodeJS.Timeout>();
  private readonly figuresOf = new GatheredFigures();
  private readonly questions = new Questions<OwnFigures>();
  private readonly silences = new Silences<Worker>(performance.now());
  private readonly looking = setInterval(() => this.endStuck(), LOOK_MS).unref();
  private readonly killAll = () => {
    for (const worker of this.workers) worker.process.kill('SIGKILL');
  };
  /** True once one was up: from then on there is something to keep up. */
  private hasServed = false;
  private isDraining = false;
  private isStopping = false;
  /** Workers that were ended because they answered nothing. */
  private stuck = 0;

  constructor(options: CrewOptions) {
    this.options = options;
    cluster.setupPrimary({
      exec: join(PACKAGE_FOLDER, 'bin', 'swapdesk.mjs'),
      args: [options.command],
      execArgv: [...process.execArgv, ...SERVING_OPTIONS],
      // Figures may be no number, which JSON does not know.
      serialization: 'advanced',
    });
    // Whatever ends this process at once ends them too: they may have to, as when the key was replaced.
    process.once('exit', this.killAll);
  }

  /** One begins alone, and if that is up all the others. Throws what keeps the first from beginning. */
  async start(): Promise<ServedAt> {
    const first = this.startOne();
    const others = Array.from({ length: this.options.beginning.workers - 1 }, () => this.startOne(first));
    // One that cannot is tried again, as any that ends.
    const started = Promise.allSettled(others);
    const place = await first;
    await started;
    return place;
  }

  drain(): void {
    this.isDraining = true;
    this.tellAll({ say: 'drain' });
  }

  async stop(): Promise<void> {
    this.isStopping = true;
    for (const restart of this.restarts) clearTimeout(restart);
    const running = [...this.workers];
    const ended = Promise.all(running.map((worker) => once(worker, 'exit')));
    this.tellAll({ say: 'end' });
    const killing = setTimeout(this.killAll, END_MS);
    await ended;
    clearTimeout(killing);
    clearInterval(this.looking);
    process.off('exit', this.killAll);
  }

  /** Passes on what is known of callers, to all but the one who said so. */
  pass(notices: readonly CallerNotice[], except?: Worker): void {
    this.tellAll({ say: 'heard', notices }, except);
  }

  /** How many were ended because they answered nothing. */
  get stuckWorkers(): number {
    return this.stuck;
  }

  /** What the workers count, those that have ended included. */
  async figures(): Promise<OwnFigures[]> {
    await Promise.all(
      [...this.workers].map(async (worker) => {
        const say = 'tell figures' as const;
        const figures = await this.questions.ask((ask) => send(worker, { say, ask }), FIGURES_MS);
        if (figures !== null && this.workers.has(worker)) this.figuresOf.hear(worker.id, figures);
      }),
    );
    return this.figuresOf.all();
  }

  /** Resolves when it is up. It loads what it needs, and begins after another one is up, if one is named. */
  private startOne(after?: Promise<ServedAt>): Promise<ServedAt> {
    const worker = cluster.fork({ [WORKER_VARIABLE]: '1' });
    this.workers.add(worker);
    const began = performance.now();
    const giveToOthers = watchHandedOver(worker);
    return new Promise((resolve, reject) => {
      worker.on('message', (message: ToSupervisor) => {
        // Its last words may be heard after its end.
        if (this.workers.has(worker)) this.silences.hear(worker);
        if (message.say === 'up') {
          this.hasServed = true;
          if (this.isDraining) send(worker, { say: 'drain' });
          resolve(message.place);
        } else if (message.say === 'cannot start') {
          reject(message.isExpected ? new StartupError(message.why) : new Error(message.why));
        } else if (message.say === 'here') void this.begin(worker, message.program, after);
        else this.hear(worker, message);
      });
      worker.once('exit', (code, signal) => {
        this.workers.delete(worker);
        this.silences.forget(worker);
        giveToOthers();
        void this.figuresOf.forget(worker.id);
        // A Ctrl-C reaches all, also one that does not leave it to us yet: what has begun to start is up before it stops.
        if (!this.hasServed && TO_ALL.has(signal)) resolve(this.startOne(after));
        reject(new Error(`a worker ended with ${signal ?? code} before it was up`));
        if (this.hasServed) this.replace(worker, signal ?? code, performance.now() - began);
      });
    });
  }

  /** Whoever is connected to it hears that it is gone, which is more than they heard of it before. */
  private endStuck(): void {
    for (const [worker, ms] of this.silences.look(performance.now(), STUCK_MS)) {
      this.silences.forget(worker);
      this.stuck++;
      const silentMs = Math.round(ms);
      this.options.log.error(
        { worker: worker.process.pid, silentMs },
        'a worker answers nothing: it is ended',
      );
      worker.process.kill('SIGKILL');
    }
  }

  private async begin(
    worker: Worker,
    program: ProgramVersion | undefined,
    after?: Promise<ServedAt>,
  ): Promise<void> {
    const why = whyOther(this.options.beginning.program, program);
    if (why !== null) {
      this.options.log.error({ worker: worker.process.pid }, why);
      return send(worker, { say: 'end' });
    }
    const mayBegin = await Promise.resolve(after).then(
      () => true,
      () => false,
    );
    if (mayBegin) send(worker, { say: 'begin', beginning: this.options.beginning });
  }

  private hear(worker: Worker, message: ToSupervisor): void {
    if (message.say === 'limits') {
      this.pass([message.notice], worker);
      this.options.heard(message.notice);
    } else if (message.say === 'figures') this.questions.answer(message.ask, message.figures);
    else if (message.say === 'read page') void this.answerPage(worker, message.ask);
  }

  private async answerPage(worker: Worker, ask: number): Promise<void> {
    const text = await this.options.readPage().catch((error: unknown) => {
      this.options.log.error({ err: error }, 'could not read the figures');
      return null;
    });
    send(worker, { say: 'page', ask, text });
  }

  private replace(worker: Worker, how: string | number, ranMs: number): void {
    if (this.isStopping) return;
    const pauseMs = this.pause.after(ranMs);
    this.options.log.error(
      { worker: worker.process.pid, how, pauseMs },
      'a worker ended; another is started',
    );
    const restart = setTimeout(() => {
      this.restarts.delete(restart);
      this.startOne().catch((error: unknown) => {
        const why = error instanceof Error ? error.message : error;
        if (!this.isStopping) this.options.log.error({ why }, 'a worker could not start');
      });
    }, pauseMs);
    this.restarts.add(restart);
  }

  private tellAll(message: ToWorker, except?: Worker): void {
    for (const worker of this.workers) if (worker !== except) send(worker, message);
  }
}

function send(worker: Worker, message: ToWorker): void {
  // It may be gone already; its exit is heard.
  if (worker.isConnected()) worker.send(message, () => {});
}
