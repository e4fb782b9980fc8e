import { type AssetName, options } from './options.ts';

const EVM = ['0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'];

/** Two valid addresses of each chain that the suite knows. */
const KNOWN: Readonly<Record<string, readonly string[]>> = {
  bitcoin: ['bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq'],
  litecoin: ['ltc1qw508d6qejxtdg4y5r3zarvary0c5xw7kgmn4n9', 'LVg2kJoFNg45Nbpy53h7Fe1wKyeXVRhMH9'],
  dogecoin: ['DH5yaieqoZN36fDVciNyRueRGvGLR3mr7L', 'D7Y55r6Yoc1G8EECxkQ6SuSjTgGJJ7M6yD'],
  tron: ['TJRabPrwbZy45sbavfcjinPJC18kjpRTv8', 'TNPeeaaFB7K9cmo4uQpcU32zGK8G1NYqeL'],
  solana: ['9WzDXwBbmkg8ZTbNMqUxvQRAyrZzDsGYdLVL9zYtAWWM', 'vines1vzrYbzLMRdu58ou5XTby4qAqVRLmqo36NKPTg'],
  ethereum: EVM,
  arbitrum: EVM,
  bsc: EVM,
  polygon: EVM,
  base: EVM,
};

/** A valid receiving address. The second is another one where the suite knows two. */
export function addressOf(asset: AssetName, which: 0 | 1 = 0): string {
  const given =
    asset === options.also ? options.alsoAddress : asset === options.to ? options.toAddress : null;
  const known = KNOWN[asset.chain.toLowerCase()];
  const address = which === 0 ? (given ?? known?.[0]) : (known?.[1] ?? given);
  if (address === undefined || address === null) {
    throw new Error(`No address on ${asset.chain} is known: give --to-address and --also-address.`);
  }
  return address;
}

/** A valid address of a chain whose addresses look nothing like this asset's. */
export function foreignAddress(asset: AssetName): string {
  const chain = asset.chain.toLowerCase() === 'tron' ? 'ethereum' : 'tron';
  return (KNOWN[chain] as readonly string[])[0] as string;
}

/** The address with one character in its middle changed; null where addresses have no checksum that would notice. */
export function withTypo(asset: AssetName): string | null {
  if (asset.chain.toLowerCase() === 'solana') return null;
  const address = addressOf(asset);
  const middle = Math.floor(address.length / 2);
  const other = address[middle] === '2' ? '3' : '2';
  return address.slice(0, middle) + other + address.slice(middle + 1);
}
