/**
 * Seals and opens files of PostgreSQL's archived log. The database server runs it, as its own user, from a copy in the data folder: so it
 * is one file that needs nothing but Node. What a file is sealed with can only seal; what opens it is not on the machine.
 *
 *     header   16 bytes  "swapdesk log" and the version, filled up with zeros
 *              32        a public key (X25519), made for this file
 *              32        the content's HMAC under that key: by it the same content is known again without being opened
 *     chunk 0, 1, …      up to 1 MB of the compressed content each, sealed with AES-256-GCM under its number, whether it is the last, and the
 *                        header; 16 bytes longer than it was
 *
 * The key of a file is derived from what its own key and the archive's have in common.
 *
 *     node log-seal.mjs seal  FROM KEY        writes what is sealed to standard output; KEY: file with "publicKey"
 *     node log-seal.mjs same  FROM SEALED     ends with 0 if this is what was sealed there
 *     node log-seal.mjs open  SEALED KEY TO   KEY: file with the private key
 */
import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createPrivateKey,
  createPublicKey,
  diffieHellman,
  generateKeyPairSync,
  hkdfSync,
} from 'node:crypto';
import { createReadStream, createWriteStream, readFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';

const MAGIC = Buffer.alloc(16);
MAGIC.write('swapdesk log\x01', 'latin1');
const KEY_BYTES = 32;
const HEADER_BYTES = MAGIC.length + 2 * KEY_BYTES;
const CHUNK_BYTES = 1024 * 1024;
const TAG_BYTES = 16;
const CIPHER = 'aes-256-gcm';

const commands = { seal, same, open: openSealed };

async function seal(from, keyFile, to = process.stdout) {
  const archive = publicKeyOf(Buffer.from(JSON.parse(readFileSync(keyFile, 'utf8')).publicKey, 'base64'));
  const own = generateKeyPairSync('x25519');
  const head = rawOf(own.publicKey);
  const header = Buffer.concat([MAGIC, head, await digestOf(from, head)]);
  const key = keyOf(own.privateKey, archive, head, rawOf(archive));
  await pipeline(
    createReadStream(from),
    createGzip({ level: 1 }),
    (pieces) => sealed(pieces, key, header),
    to,
  );
}

async function same(from, path) {
  const { header } = await headerOf(path);
  const digest = await digestOf(from, header.subarray(MAGIC.length, MAGIC.length + KEY_BYTES));
  if (!digest.equals(header.subarray(MAGIC.length + KEY_BYTES))) throw new Error(`${path} has other content`);
}

async function openSealed(path, keyFile, to) {
  const { header, bytes } = await headerOf(path);
  const archive = createPrivateKey({ key: readFileSync(keyFile), format: 'der', type: 'pkcs8' });
  const head = header.subarray(MAGIC.length, MAGIC.length + KEY_BYTES);
  const key = keyOf(archive, publicKeyOf(head), head, rawOf(createPublicKey(archive)));
  await pipeline(opened(path, bytes, key, header), createGunzip(), createWriteStream(to, { mode: 0o600 }));
}

async function* sealed(pieces, key, header) {
  yield header;
  let [number, held] = [0, Buffer.alloc(0)];
  for await (const piece of pieces) {
    held = Buffer.concat([held, piece]);
    // A full chunk is kept until something follows: it may be the last.
    for (; held.length > CHUNK_BYTES; held = held.subarray(CHUNK_BYTES))
      yield sealChunk(key, header, number++, false, held.subarray(0, CHUNK_BYTES));
  }
  yield sealChunk(key, header, number, true, held);
}

async function* opened(path, bytes, key, header) {
  const file = await open(path, 'r');
  try {
    const size = CHUNK_BYTES + TAG_BYTES;
    for (let [number, at] = [0, HEADER_BYTES]; ; number++, at += size) {
      const chunk = Buffer.alloc(Math.max(0, Math.min(size, bytes - at)));
      await file.read(chunk, 0, chunk.length, at);
      const isLast = at + size >= bytes;
      yield openChunk(path, key, header, number, isLast, chunk);
      if (isLast) return;
    }
  } finally {
    await file.close();
  }
}

function sealChunk(key, header, number, isLast, content) {
  const cipher = createCipheriv(CIPHER, key, nonceOf(number, isLast)).setAAD(header);
  return Buffer.concat([cipher.update(content), cipher.final(), cipher.getAuthTag()]);
}

function openChunk(path, key, header, number, isLast, chunk) {
  try {
    const end = chunk.length - TAG_BYTES;
    const decipher = createDecipheriv(CIPHER, key, nonceOf(number, isLast), { authTagLength: TAG_BYTES });
    decipher.setAAD(header).setAuthTag(chunk.subarray(end));
    return Buffer.concat([decipher.update(chunk.subarray(0, end)), decipher.final()]);
  } catch {
    throw new Error(`${path} is damaged, not whole, or sealed for another archive`);
  }
}

/** The key is of one file, so a number is enough to be used once. */
function nonceOf(number, isLast) {
  const nonce = Buffer.alloc(12);
  nonce.writeUInt32BE(number, 4);
  nonce[11] = isLast ? 1 : 0;
  return nonce;
}

function keyOf(privateKey, publicKey, ofFile, ofArchive) {
  const shared = diffieHellman({ privateKey, publicKey });
  return Buffer.from(hkdfSync('sha256', shared, Buffer.concat([ofFile, ofArchive]), 'swapdesk log', 32));
}

async function digestOf(path, key) {
  const hmac = createHmac('sha256', key);
  for await (const piece of createReadStream(path)) hmac.update(piece);
  return hmac.digest();
}

async function headerOf(path) {
  const file = await open(path, 'r');
  try {
    const header = Buffer.alloc(HEADER_BYTES);
    const { bytesRead } = await file.read(header, 0, HEADER_BYTES, 0);
    if (bytesRead < HEADER_BYTES || !header.subarray(0, MAGIC.length).equals(MAGIC))
      throw new Error(`${path} is no sealed log of this version`);
    return { header, bytes: (await file.stat()).size };
  } finally {
    await file.close();
  }
}

const rawOf = (key) => Buffer.from(key.export({ format: 'jwk' }).x, 'base64url');

function publicKeyOf(raw) {
  return createPublicKey({ key: { kty: 'OKP', crv: 'X25519', x: raw.toString('base64url') }, format: 'jwk' });
}

const [, , command, ...args] = process.argv;
await commands[command](...args).catch((error) => {
  console.error(error.message);
  process.exitCode = 1;
});
