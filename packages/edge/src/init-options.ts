/** What whoever builds the wallet says of a desk. */
export interface InitOptions {
  /** Where it is. */
  readonly url: string;
  /** Says through whom orders came, and earns its account a part of the fee. */
  readonly refCode: string | undefined;
  /** With both, orders are placed in the name of an account. Whoever has the wallet has them: for a server, not for phones. */
  readonly apiKey: string | undefined;
  readonly apiSecret: string | undefined;
  /** What the wallet's makers put on top of the fee, as a part of 1, such as 0.01; theirs with a key alone. */
  readonly markup: string | undefined;
  /** What prices are quoted: those that hold, unless it is said otherwise. */
  readonly mode: 'fixed' | 'float';
  readonly pluginId: string;
  readonly displayName: string;
  readonly supportEmail: string;
}

/** Reads them; throws with what is wrong. */
export function readInitOptions(given: unknown): InitOptions {
  if (typeof given !== 'object' || given === null) throw new TypeError('initOptions: an object is needed');
  const options = given as Readonly<Record<string, unknown>>;
  const text = (name: string): string | undefined => {
    const value = options[name] ?? undefined;
    if (value === undefined || (typeof value === 'string' && value !== '')) return value;
    throw new TypeError(`initOptions.${name}: a text is needed`);
  };
  const needed = (name: string): string => {
    const value = text(name);
    if (value === undefined) throw new TypeError(`initOptions.${name} is missing`);
    return value;
  };
  const mode = text('mode') ?? 'fixed';
  if (mode !== 'fixed' && mode !== 'float') throw new TypeError('initOptions.mode: fixed or float');
  const [apiKey, apiSecret, markup] = [text('apiKey'), text('apiSecret'), text('markup')];
  if (markup !== undefined && !/^0(\.\d{1,6})?$/.test(markup))
    throw new TypeError('initOptions.markup: a part of 1 as text, such as 0.01, with six decimals at most');
  if (markup !== undefined && (apiKey === undefined || apiSecret === undefined))
    throw new TypeError(
      'initOptions.markup needs apiKey and apiSecret: without them nobody could be paid it',
    );
  return {
    url: needed('url'),
    refCode: text('refCode'),
    apiKey,
    apiSecret,
    markup,
    mode,
    pluginId: text('pluginId') ?? 'swapdesk',
    displayName: text('displayName') ?? 'Swapdesk',
    supportEmail: needed('supportEmail'),
  };
}
