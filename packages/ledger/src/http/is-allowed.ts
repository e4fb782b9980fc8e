import { createHash, timingSafeEqual } from 'node:crypto';

/** Whether a request brings the token that Ledger was given; without one, whoever reaches the port may ask. */
export function isAllowed(authorization: string | undefined, token: string | null): boolean {
  if (token === null) return true;
  const [brought, wanted] = [authorization ?? '', `Bearer ${token}`].map((text) =>
    createHash('sha256').update(text).digest(),
  ) as [Buffer, Buffer];
  return timingSafeEqual(brought, wanted);
}
