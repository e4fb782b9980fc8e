import type { EvmEndpoint } from './chains-config.ts';
import { below } from './problems.ts';
import type { Reading } from './reading.ts';
import type { EndpointInFile, EvmInFile } from './schema.ts';

/** One endpoint can lie; of two that agree, both must. */
const QUORUM = 2;

/** Where a node answers, as the file has it at this path. */
export function readEndpoint(
  reading: Reading,
  path: string,
  given: EndpointInFile,
  protocols?: readonly string[],
): EvmEndpoint {
  const isWhole = typeof given === 'object' && 'url' in given;
  const source = isWhole ? given.url : given;
  const at = isWhole ? below(path, 'url') : path;
  const found = typeof source === 'string' ? source : reading.secret(at, source);
  // What could not be found has been told of already.
  const url = reading.isSound(at) ? reading.url(at, found, protocols) : '';
  if (typeof source === 'string' && URL.canParse(url) && new URL(url).username !== '')
    reading.literalSecrets.push(at);
  const headers = Object.entries((isWhole ? given.headers : undefined) ?? {});
  return {
    url,
    headers: Object.fromEntries(
      headers.map(([name, secret]) => [name, reading.secret(below(below(path, 'headers'), name), secret)]),
    ),
  };
}

/** How many of a chain's endpoints must agree. */
export function readQuorum(
  reading: Reading,
  path: string,
  {
    quorum,
    endpoints,
  }: { readonly quorum?: EvmInFile['quorum'] | undefined; readonly endpoints: readonly unknown[] },
): number {
  const wanted = quorum?.toInteger() ?? Math.min(QUORUM, endpoints.length);
  if (wanted > endpoints.length)
    reading.report(path, `${wanted} cannot agree where there are ${endpoints.length}; name more endpoints`);
  return wanted;
}
