/** A webhook that is not to be believed. Answer it with 400, and do nothing of what it says. */
export class WebhookError extends Error {
  override readonly name = 'WebhookError';
}
