import type { CallOptions } from './options.ts';
import type { Transport } from './transport.ts';
import type {
  ChangeWebhookRequest,
  CreateWebhookRequest,
  ResendWebhookRequest,
  RotateWebhookRequest,
  WebhookAttemptsRequest,
} from './wire/requests.ts';
import type { NewWebhook, WebhookAttempt, WebhookEndpoint } from './wire/webhooks.ts';

/** Where the events of the account are sent. */
export class Webhooks {
  private readonly transport: Transport;

  constructor(transport: Transport) {
    this.transport = transport;
  }

  /** All of the account's. */
  list(options?: CallOptions): Promise<readonly WebhookEndpoint[]> {
    return this.get('list', {}, options);
  }

  /** Makes one. Its `secret` is for `verifyWebhook`, and told this once. */
  create(request: CreateWebhookRequest, options?: CallOptions): Promise<NewWebhook> {
    return this.post('create', request, options);
  }

  /** Changes where to, or which events. */
  change(request: ChangeWebhookRequest, options?: CallOptions): Promise<WebhookEndpoint> {
    return this.post('change', request, options);
  }

  /** Replaces its secret; for a while both sign. */
  rotate(request: RotateWebhookRequest, options?: CallOptions): Promise<NewWebhook> {
    return this.post('rotate', request, options);
  }

  /** Nothing is sent until it is resumed. */
  pause(id: number, options?: CallOptions): Promise<WebhookEndpoint> {
    return this.post('pause', { id }, options);
  }

  /** Goes on where it was. */
  resume(id: number, options?: CallOptions): Promise<WebhookEndpoint> {
    return this.post('resume', { id }, options);
  }

  /** Removes it. */
  remove(id: number, options?: CallOptions): Promise<WebhookEndpoint> {
    return this.post('remove', { id }, options);
  }

  /** Sends a trial, and says what became of it: that may take 15 seconds. */
  test(id: number, options?: CallOptions): Promise<WebhookAttempt> {
    return this.post('test', { id }, { timeoutMs: 20_000, ...options });
  }

  /** What became of each attempt, the newest first. */
  attempts(request: WebhookAttemptsRequest, options?: CallOptions): Promise<readonly WebhookAttempt[]> {
    return this.get('attempts', request, options);
  }

  /** Sends all events after a number again, with the ids that they had. */
  resend(request: ResendWebhookRequest, options?: CallOptions): Promise<WebhookEndpoint> {
    return this.post('resend', request, options);
  }

  private get<Data>(name: string, params: object, options?: CallOptions): Promise<Data> {
    return this.call({ method: 'GET', name, params, isRepeatable: true }, options);
  }

  private post<Data>(name: string, params: object, options?: CallOptions): Promise<Data> {
    return this.call({ method: 'POST', name, params, isRepeatable: false }, options);
  }

  private async call<Data>(
    { name, ...asked }: { method: 'GET' | 'POST'; name: string; params: object; isRepeatable: boolean },
    options?: CallOptions,
  ): Promise<Data> {
    return (
      await this.transport.call<{ data: Data }>({ ...asked, path: `/openapi/webhook/${name}` }, options)
    ).data;
  }
}
