/** What the client knows of the wire: the text of each file, by its path below packages/client/src/wire. */
export function clientTypes(): Record<string, string>;
