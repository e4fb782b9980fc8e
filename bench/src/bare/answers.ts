import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A node that knows a few answers, as a process of its own. It writes each anew whenever it is asked, as nodes do. */
export interface Answer {
  /** All of these are in the path or in what is posted. */
  readonly asked: readonly string[];
  readonly answer: unknown;
}

const answers = JSON.parse(readFileSync(process.env.ANSWERS as string, 'utf8')) as Answer[];
const server = createServer(async (request, response) => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const question = `${request.url} ${Buffer.concat(chunks)}`;
  const found = answers.find(({ asked }) => asked.every((part) => question.includes(part)));
  response.writeHead(found === undefined ? 404 : 200, { 'content-type': 'application/json' });
  response.end(found === undefined ? '' : JSON.stringify(found.answer));
});
server.listen(0, '127.0.0.1', () => {
  console.log(`answers http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});
process.once('SIGTERM', () => process.exit());
