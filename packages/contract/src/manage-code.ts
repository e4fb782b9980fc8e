/** Digits and capitals that are not mistaken for one another: Crockford's 32. */
export const MANAGE_CODE_ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
/** 100 bits. */
export const MANAGE_CODE_LENGTH = 20;

/** A manage code as it is compared: upper case, without dashes and spaces, and with what is easily taken for a digit as one. */
export function normalizeManageCode(text: string): string {
  const code = text.replace(/[\s-]/g, '').toUpperCase();
  return code.replace(/O/g, '0').replace(/[IL]/g, '1');
}

/** A manage code as it is shown: XXXXX-XXXXX-XXXXX-XXXXX. */
export function formatManageCode(code: string): string {
  return (code.match(/.{1,5}/g) ?? []).join('-');
}
