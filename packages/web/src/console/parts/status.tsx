import { Badge, type Tone } from '../../design/badge.tsx';
import { texts } from '../../texts/console.ts';

/** The order's statuses, by their number on the wire. */
const TONES: Readonly<Record<string, Tone>> = {
  '3': 'good',
  '4': 'good',
  '5': 'warning',
  '7': 'danger',
};

export function Status({ status, reason = '' }: { readonly status: string; readonly reason?: string }) {
  return (
    <Badge tone={TONES[status] ?? 'neutral'}>
      {statusText(status)}
      {status === '7' && reason !== '' && ` · ${texts.console.freezeReasons[reason] ?? reason}`}
    </Badge>
  );
}

export function statusText(status: string): string {
  return texts.console.statuses[status] ?? status;
}
