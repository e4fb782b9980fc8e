/** What there is to say of a thing that is wrong. */
interface Named {
  readonly what: string;
  readonly facts: string;
  readonly isCritical?: boolean;
}

/** Two of one name are one, with the facts of both; it stays where the first was. */
export function oneOfEachName<Each extends Named>(found: readonly Each[]): Each[] {
  const named = new Map<string, Each>();
  for (const each of found) {
    const before = named.get(each.what);
    named.set(each.what, before === undefined ? each : { ...before, ...both(before, each) });
  }
  return [...named.values()];
}

function both(one: Named, other: Named): Pick<Named, 'facts' | 'isCritical'> {
  const facts = `${one.facts}; ${other.facts}`;
  return one.isCritical || other.isCritical ? { facts, isCritical: true } : { facts };
}
