/** The data of server-sent events, one by one, from what `read` reads; null ends it. */
export async function* eventData(read: () => Promise<Uint8Array | null>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest = '';
  let data: string[] = [];
  // What has no empty line behind it was cut off.
  for (let bytes = await read(); bytes !== null; bytes = await read()) {
    const lines = (rest + decoder.decode(bytes, { stream: true })).split(/\r?\n/);
    rest = lines.pop() ?? '';
    for (const line of lines) {
      if (line.startsWith('data:')) data.push(line.slice('data:'.length).replace(/^ /, ''));
      if (line !== '' || data.length === 0) continue;
      yield data.join('\n');
      data = [];
    }
  }
}
