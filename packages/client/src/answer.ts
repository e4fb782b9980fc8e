import type { Deadline } from './deadline.ts';
import { NetworkError } from './network-error.ts';
import { readJson } from './read-json.ts';
import { retryAfterSeconds } from './retry-after.ts';
import { type ErrorAnswer, SwapdeskError } from './swapdesk-error.ts';

/** What a response says, if it says yes. Throws what it says else. */
export async function answerOf(response: Response, deadline: Deadline): Promise<unknown> {
  const answer = readEnvelope(await deadline.guard(() => response.text()));
  if (answer === null)
    throw new NetworkError(`not the answer of a Swapdesk: HTTP ${response.status}`, {
      status: response.status,
    });
  if (answer.code === 0) return answer;
  throw new SwapdeskError(response.status, answer, {
    retryAfterS: retryAfterSeconds(response.headers.get('retry-after'), Date.now()),
    requestId: response.headers.get('x-request-id'),
  });
}

function readEnvelope(text: string): ErrorAnswer | null {
  try {
    const answer = readJson(text) as ErrorAnswer | null;
    return typeof answer?.code === 'number' && typeof answer.msg === 'string' ? answer : null;
  } catch {
    return null;
  }
}
