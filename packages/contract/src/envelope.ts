import Type, { type TProperties } from 'typebox';
import { Integer } from './schema.ts';

const head = {
  code: Integer({ description: 'Business status code: 0 success, 1 wrong request, 2 server error' }),
  msg: Type.String({ description: 'Business message' }),
};

/** An answer: code, msg, and the endpoint's own fields beside them. */
export function Envelope<Fields extends TProperties>(fields: Fields) {
  return Type.Object({ ...head, ...fields });
}

/** An error's answer. `detail` names the field in question, for a person. */
export const ErrorEnvelope = Envelope({ detail: Type.Optional(Type.String()) });
