import Type, { type TProperties } from 'typebox';
import { Integer } from './schema.ts';

const msg = Type.String({ description: 'Business message' });

/** A success: code 0, msg, and the endpoint's own fields beside them. */
export function Envelope<Fields extends TProperties>(fields: Fields) {
  return Type.Object({ code: Integer({ enum: [0], description: 'Business status code' }), msg, ...fields });
}

/** An error's answer. `detail` names the field in question, for a person. */
export const ErrorEnvelope = Type.Object({
  code: Integer({ enum: [1, 2], description: 'Business status code: 1 wrong request, 2 server error' }),
  msg,
  detail: Type.Optional(Type.String()),
});
