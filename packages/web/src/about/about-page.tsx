import type { ComponentChildren } from 'preact';
import { useEffect } from 'preact/hooks';
import { loadService, type Service } from '../api/service.ts';
import { Notice } from '../design/badge.tsx';
import { Shell } from '../design/shell.tsx';
import { site } from '../site/site.ts';
import { texts } from '../texts/now.ts';
import { useLoaded } from './use-loaded.ts';
import './about.css';

interface Props<T> {
  readonly title: string;
  readonly lead: string;
  readonly load: () => Promise<T>;
  /** How often it is read anew; absent: once. */
  readonly everyMs?: number;
  readonly children: (facts: T, service: Service) => ComponentChildren;
}

/** A page about how it works here, made of what is configured. */
export function AboutPage<T>({ title, lead, load, everyMs, children }: Props<T>) {
  const { shell } = texts;
  const { value, isFailed } = useLoaded(() => Promise.all([load(), loadService()]), everyMs ?? null);
  useEffect(() => {
    document.title = `${title} · ${site?.name ?? shell.name}`;
  }, [title, shell]);
  return (
    <Shell>
      <div class="about">
        <h1>{title}</h1>
        <p class="soft">{lead}</p>
        {isFailed && (
          <Notice tone="danger" isNews>
            {shell.unreachable}
          </Notice>
        )}
        {value !== null && children(...value)}
      </div>
    </Shell>
  );
}
