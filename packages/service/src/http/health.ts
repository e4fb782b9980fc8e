import { asciiJson } from '@swapdesk/contract';
import type { Reply, Route } from './route.ts';
import { jsonReply } from './send.ts';

/** Several looks at the store have failed by then; a machine that is merely busy is not taken out for it. */
const SILENT_MS = 5_000;
const UNAVAILABLE = 503;

/** What a node knows of itself: to ask costs no statement. */
export interface SelfKnowledge {
  /** How long ago the store last answered. */
  readonly answeredMs: () => number;
  /** How long ago memory was last what the store says. */
  readonly inStepMs: () => number;
}

/** Whether a node can serve. Prices are not asked for: without any it still answers for every order. */
export class Readiness {
  private readonly known: SelfKnowledge;
  private isDraining = false;

  constructor(known: SelfKnowledge) {
    this.known = known;
  }

  /** From now on whoever sends requests here should send them elsewhere; those that come are still answered. */
  drain(): void {
    this.isDraining = true;
  }

  /** Empty if it can. */
  whyNot(): string[] {
    const { answeredMs, inStepMs } = this.known;
    const isSilent = answeredMs() > SILENT_MS;
    return [
      ...(this.isDraining ? ['it is stopping'] : []),
      ...(isSilent ? ['the store does not answer'] : []),
      ...(!isSilent && inStepMs() > SILENT_MS ? ['its memory is behind the store'] : []),
    ];
  }
}

/** For whoever starts nodes (`live`: this process answers) and whoever sends them requests (`ready`: it can serve). */
export function healthRoutes(readiness: Readiness): Route[] {
  return [
    { method: 'GET', path: '/health/live', serve: () => jsonReply('{"live":true}') },
    { method: 'GET', path: '/health/ready', serve: () => readyReply(readiness.whyNot()) },
  ];
}

function readyReply(why: readonly string[]): Reply {
  if (why.length === 0) return jsonReply('{"ready":true}');
  return { ...jsonReply(asciiJson({ ready: false, why })), status: UNAVAILABLE };
}
