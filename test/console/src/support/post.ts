/** Posts to a service as a client does; returns the data of its answer. */
export async function post(url: string, path: string, body: object): Promise<Record<string, string>> {
  const headers = { 'content-type': 'application/json' };
  const answer = await fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body) });
  return ((await answer.json()) as { data: Record<string, string> }).data;
}
