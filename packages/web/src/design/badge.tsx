import type { ComponentChildren } from 'preact';
import './badge.css';
import { Icon, type IconName } from './icon.tsx';

export type Tone = 'neutral' | 'good' | 'warning' | 'danger';

const ICONS: Record<Tone, IconName> = { neutral: 'info', good: 'calm', warning: 'alarm', danger: 'alarm' };

/** A word or two about something. */
export function Badge({ tone = 'neutral', children }: { tone?: Tone; children: ComponentChildren }) {
  return (
    <span class="badge" data-tone={tone}>
      {children}
    </span>
  );
}

/** A sentence or two that stand out. What happens while one looks on is announced: give it `isNews`. */
export function Notice({
  tone = 'neutral',
  isNews = false,
  children,
}: {
  tone?: Tone;
  isNews?: boolean;
  children: ComponentChildren;
}) {
  return (
    <div class="notice" data-tone={tone} {...(isNews && { role: tone === 'danger' ? 'alert' : 'status' })}>
      <Icon name={ICONS[tone]} />
      <div>{children}</div>
    </div>
  );
}
