/** The little of protobuf's binary form that is needed: strings and bytes, by field number. */

const LENGTH_DELIMITED = 2;

/** The message of these fields, in the order of their numbers. Empty ones are left out, as proto3 has it. */
export function encodeMessage(fields: ReadonlyMap<number, string | Uint8Array>): Uint8Array {
  const parts = [...fields]
    .sort(([one], [other]) => one - other)
    .map(([number, value]) => [number, Buffer.from(value)] as const)
    .filter(([, bytes]) => bytes.length > 0)
    .flatMap(([number, bytes]) => [varint((number << 3) | LENGTH_DELIMITED), varint(bytes.length), bytes]);
  return Buffer.concat(parts);
}

/** Seven bits to a byte, the lowest first; all but the last have the eighth bit. */
function varint(value: number): Uint8Array {
  const bytes: number[] = [];
  let rest = value;
  for (; rest > 0x7f; rest >>>= 7) bytes.push((rest & 0x7f) | 0x80);
  return Uint8Array.of(...bytes, rest);
}
