/** What a unit of systemd says: every value of every setting, in order, by section. */
export type Unit = ReadonlyMap<string, readonly string[]>;

/** Settings are named `Section.Name`. Throws for a line that is none. */
export function readUnit(text: string): Unit {
  const unit = new Map<string, string[]>();
  let section = '';
  for (const line of text.split('\n')) {
    if (line === '' || line.startsWith('#')) continue;
    const [, title] = /^\[(\w+)\]$/.exec(line) ?? [];
    const [, name, value] = /^(\w+)=(.*)$/.exec(line) ?? [];
    if (title !== undefined) section = title;
    else if (name === undefined || value === undefined || section === '')
      throw new Error(`no setting: ${line}`);
    else unit.set(`${section}.${name}`, [...(unit.get(`${section}.${name}`) ?? []), value]);
  }
  return unit;
}
