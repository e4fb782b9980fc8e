import { readFile } from 'node:fs/promises';
import { RpcUnreachable } from './errors.ts';

/** User and password from the file that a node writes anew at each start. */
export async function readCookie(host: string, file: string): Promise<string> {
  try {
    return (await readFile(file, 'utf8')).trim();
  } catch (error) {
    throw new RpcUnreachable(
      `The node at ${host} is not running, or its cookie file ${file} is elsewhere or not readable for us`,
      { cause: error },
    );
  }
}
