import { createHash, createHmac, pbkdf2Sync } from 'node:crypto';

const ITERATIONS = 4_096;
const BYTES = 32;

/**
 * What PostgreSQL keeps of a password (RFC 5803): sent in its place, so that the password itself is in no statement, and in no log of
 * the server. Ours are made of chance and have only letters and digits, so they need no preparation of text.
 */
export function scramVerifier(password: string, salt: Buffer): string {
  const salted = pbkdf2Sync(password, salt, ITERATIONS, BYTES, 'sha256');
  const keyFor = (use: string) => createHmac('sha256', salted).update(use).digest();
  const stored = createHash('sha256').update(keyFor('Client Key')).digest('base64');
  const server = keyFor('Server Key').toString('base64');
  return `SCRAM-SHA-256$${ITERATIONS}:${salt.toString('base64')}$${stored}:${server}`;
}
