/** A coin on a chain, as `BTC@Bitcoin`. */
export interface AssetName {
  readonly abbr: string;
  readonly chain: string;
}

/** What the suite was told about the host. run.mjs turns its arguments into these variables. */
export interface Options {
  readonly url: string;
  readonly credentials: { readonly key: string; readonly secret: string } | null;
  readonly from: AssetName;
  readonly to: AssetName;
  /** A second receive asset. */
  readonly also: AssetName;
  readonly disabled: AssetName | null;
  /** Valid receiving addresses for `to` and `also`, where the suite knows none for their chains. */
  readonly toAddress: string | null;
  readonly alsoAddress: string | null;
  /** A referral code that exists and belongs to the caller. */
  readonly refCode: string | null;
  /** Leaves out what has to wait. */
  readonly fast: boolean;
}

export const options: Options = readOptions(process.env);

function readOptions(env: NodeJS.ProcessEnv): Options {
  const value = (name: string) => env[`CONFORMANCE_${name}`] || null;
  const url = value('URL');
  if (url === null) throw new Error('No host to test: npm run conformance -- --url http://127.0.0.1:8080');
  const key = value('KEY');
  const secret = value('SECRET');
  const disabled = value('DISABLED');
  return {
    url: url.replace(/\/+$/, ''),
    credentials: key === null || secret === null ? null : { key, secret },
    from: readAsset(value('FROM') ?? 'BTC@Bitcoin'),
    to: readAsset(value('TO') ?? 'ETH@Ethereum'),
    also: readAsset(value('ALSO') ?? 'LTC@Litecoin'),
    disabled: disabled === null ? null : readAsset(disabled),
    toAddress: value('TO_ADDRESS'),
    alsoAddress: value('ALSO_ADDRESS'),
    refCode: value('REF_CODE'),
    fast: value('FAST') !== null,
  };
}

function readAsset(text: string): AssetName {
  const [abbr, chain, ...more] = text.split('@');
  if (!abbr || !chain || more.length > 0)
    throw new Error(`An asset is named like BTC@Bitcoin, not "${text}".`);
  return { abbr, chain };
}
