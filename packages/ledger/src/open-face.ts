import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SwapdeskClient } from '@swapdesk/client';
import { type NamedAsset, namedAssets } from './currency.ts';
import type { Face } from './face.ts';
import { serveFace } from './http/serve-face.ts';
import { openSigner, type Signer } from './payload/signing-key.ts';
import type { Settings } from './settings.ts';

/** What the desk exchanges is asked for at most so often. */
const ASSETS_FOR_MS = 60_000;

/** A face that is served. */
export interface OpenFace {
  readonly url: string;
  readonly signer: Signer;
  close(): Promise<void>;
}

/** Opens it, once the desk has said that it can hold quotes so long. `now` is in milliseconds. */
export async function openFace(
  settings: Settings,
  log: (line: string) => void,
  now: () => number = Date.now,
): Promise<OpenFace> {
  const { url, apiKey, apiSecret, host, port, token } = settings;
  const { refCode, commissionRate, methods, holdS } = settings;
  const signer = openSigner(settings.signingKeyFile);
  const client = new SwapdeskClient({ url, key: apiKey, secret: apiSecret });
  const { longest_hold } = await client.service();
  if (holdS > longest_hold)
    throw new Error(
      `the desk holds quotes for ${longest_hold} s at most: LEDGER_HOLD_S has to be less, or its setting longest_hold_s more`,
    );
  const terms = { refCode, commissionRate, methods, holdS };
  const face: Face = { client, signer, terms, assets: knownAssets(client, now), now };
  const server = serveFace(face, { token, log }).listen(port, host);
  await once(server, 'listening');
  const { port: served } = server.address() as AddressInfo;
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${served}`,
    signer,
    async close() {
      const closed = once(server, 'close');
      server.close();
      server.closeIdleConnections();
      await closed;
    },
  };
}

function knownAssets(client: SwapdeskClient, now: () => number): Face['assets'] {
  let known: { readonly assets: readonly NamedAsset[]; readonly at: number } | null = null;
  return async () => {
    if (known === null || now() - known.at >= ASSETS_FOR_MS)
      known = { assets: namedAssets(await client.assets()), at: now() };
    return known.assets;
  };
}
