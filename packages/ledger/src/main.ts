import { openFace } from './open-face.ts';
import { readSettings } from './settings.ts';

/** The program: serves until it is told to stop. */
try {
  const face = await openFace(readSettings(process.env), (line) => console.error(line));
  const { curve, publicKey } = face.signer;
  console.log(`What Ledger asks of providers is served at ${face.url}`);
  console.log(`Public key for Ledger, of ${curve}: ${publicKey}`);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void face.close());
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
