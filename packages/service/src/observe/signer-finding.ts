import type { SignerConfig } from '../configuration/chains-config.ts';
import { RemoteSigner } from '../signer/remote-signer.ts';
import type { Finding } from './finding.ts';

/** Whether a signer apart answers, and signs. */
export async function signerFinding(config: SignerConfig): Promise<Finding> {
  const reason = await new RemoteSigner(config).whyStopped().catch((error: Error) => error.message);
  return {
    what: 'signer',
    isWell: reason === null,
    isCritical: true,
    facts: reason === null ? 'answers and signs' : `nothing is signed: ${reason}`,
    advice:
      'Start it: npx swapdesk signer. If it was stopped on purpose, go on with: npx swapdesk signing go',
  };
}
