import Type, { type TProperties } from 'typebox';
import { Problem } from './problems.ts';
import { Integer } from './schema.ts';

const msg = Type.String({ description: 'Business message' });

/** A success: code 0, msg, and the endpoint's own fields beside them. */
export function Envelope<Fields extends TProperties>(fields: Fields) {
  return Type.Object({ code: Integer({ enum: [0], description: 'Business status code' }), msg, ...fields });
}

/** An error's answer. `detail` names the field in question, for a person. */
const refusal = {
  code: Integer({ enum: [1, 2], description: 'Business status code: 1 wrong request, 2 server error' }),
  msg,
  detail: Type.Optional(Type.String()),
};
export const ErrorEnvelope = Type.Object(refusal);

/** That of a quote or an order: beside the first thing that is wrong, all of them. */
export const ExchangeErrorEnvelope = Type.Object({
  ...refusal,
  errors: Type.Optional(
    Type.Array(Problem, { description: 'All that is wrong with the request, that of msg first' }),
  ),
});
