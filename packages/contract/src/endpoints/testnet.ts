import Type, { type Static } from 'typebox';
import { Envelope } from '../envelope.ts';
import { Integer, Quantity, Text, Whole } from '../schema.ts';
import { QueryRequest } from './query.ts';

/** Control over the test networks. Not part of the interface: absent wherever a real chain is configured. */

const chain = Text({ minLength: 1, maxLength: 64 }, { description: 'Chain name' });
const Sent = Type.Object({ txid: Type.String({ description: 'Transaction hash' }) });
const Mined = Type.Object({ chain: Type.String(), height: Integer({ description: 'Of the newest block' }) });

export const TestnetPayRequest = Type.Object({
  ...QueryRequest.properties,
  amount: Type.Optional(Quantity({ exclusiveMinimum: '0' }, { description: "Default: the order's own" })),
  asset: Type.Optional(
    Text({ maxLength: 128 }, { description: 'Coin, or Chain:coin, to send instead of the agreed one' }),
  ),
});
export type TestnetPayRequest = Static<typeof TestnetPayRequest>;
export const TestnetPayResponse = Envelope({ data: Sent });

export const TestnetMineRequest = Type.Object({
  chain: Type.Optional(chain),
  blocks: Type.Optional(Whole({ minimum: 1, maximum: 100 }, { default: 1 })),
});
export const TestnetMineResponse = Envelope({ data: Type.Array(Mined) });

export const TestnetReorgRequest = Type.Object({
  chain,
  depth: Whole({ minimum: 1, maximum: 100 }, { description: 'Blocks that are undone' }),
});
export const TestnetReorgResponse = Envelope({ data: Mined });

export const TestnetDropRequest = Type.Object({
  chain,
  txid: Text({ minLength: 1, maxLength: 128 }, { description: 'A transaction that waits for a block' }),
});
export const TestnetDropResponse = Envelope({ data: Sent });
