import { ENDPOINTS } from '../../../../packages/service/src/http/openapi/index.ts';
import { refusalsOf } from '../../../../packages/service/src/http/refusals.ts';

/** Throws where an endpoint has refused with a message that its reference does not list, under that HTTP status. */
export function expectListed(
  method: string,
  path: string,
  status: number,
  { code, msg }: { code: number; msg: string },
): void {
  const endpoint = ENDPOINTS.find((each) => each.method === method && `/openapi${each.path}` === path);
  if (endpoint === undefined || code === 0) return;
  const listed = Object.values(refusalsOf(endpoint).get(status) ?? {}).map(({ value }) => value.msg);
  if (!listed.includes(msg))
    throw new Error(
      `${method} ${path} refuses with ${status} "${msg}": its reference lists ${listed.join(', ')}`,
    );
}
