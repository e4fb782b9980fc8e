import type { EdgeFetchFunction } from './edge-core.ts';

/**
 * Edge's way to the network as the client wants it. It may lead over a bridge that carries neither signals nor URL objects: so an
 * attempt that takes too long is left to itself.
 */
export function edgeFetch(send: EdgeFetchFunction): typeof fetch {
  return async (input, init = {}) => {
    const { method = 'GET', headers, body, signal } = init;
    const options = { method, headers: headers as Record<string, string> };
    const answer = send(String(input), typeof body === 'string' ? { ...options, body } : options).then(
      unredirected,
    );
    return (await (signal ? orAborted(answer, signal) : answer)) as Response;
  };
}

/** Another server says nothing of where to pay. The bridge may follow redirects by itself. */
function unredirected<Answer extends object>(answer: Answer): Answer {
  if ('redirected' in answer && answer.redirected === true)
    throw new TypeError('the service answered with a redirect');
  return answer;
}

async function orAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  // Whichever comes second is nobody's business any more.
  work.catch(() => {});
  signal.throwIfAborted();
  let stop = () => {};
  const aborted = new Promise<never>((_, reject) => {
    stop = () => reject(signal.reason);
    signal.addEventListener('abort', stop);
  });
  aborted.catch(() => {});
  try {
    return await Promise.race([work, aborted]);
  } finally {
    signal.removeEventListener('abort', stop);
  }
}
