import type { ComponentChildren } from 'preact';
import { Notice } from '../../design/badge.tsx';
import { Button } from '../../design/button.tsx';
import { texts } from '../../texts/console.ts';
import type { List } from '../api/use-list.ts';
import { failureText, Loading } from './loaded.tsx';
import './paged.css';

interface Props {
  readonly list: List<unknown>;
  /** How much of it is shown, in words. */
  readonly shown: string;
  /** What leads to those that are new above it, in words. */
  readonly newer?: (count: number) => string;
  /** Its rows. */
  readonly children: ComponentChildren;
}

/** A list that is read page by page: its rows, how many there are of them, and the way to the rest. */
export function Paged({ list, shown, newer, children }: Props) {
  // A table without rows has other columns than it will have: they would move.
  if (list.isLoading && list.rows.length === 0) return <Loading />;
  return (
    <>
      {/* Around both, so that what comes and goes is no part of the grid that has gaps. */}
      <div>
        {list.staleness !== null && (
          <Notice tone="danger" isNews>
            {failureText(list.staleness)}
          </Notice>
        )}
        {newer !== undefined && list.news > 0 && (
          <div class="newer">
            <Button kind="primary" size="small" onClick={() => showNews(list)}>
              {newer(list.news)}
            </Button>
          </div>
        )}
        {children}
      </div>
      <footer class="row more">
        {list.failure !== null && (
          <Notice tone="danger" isNews>
            {failureText(list.failure)}
          </Notice>
        )}
        <span class="soft small" role="status">
          {list.isLoading ? texts.console.loading : shown}
        </span>
        {list.hasMore && (
          <Button disabled={list.isLoading} onClick={list.more}>
            {texts.console.more}
          </Button>
        )}
      </footer>
    </>
  );
}

/** Whoever wants to see what is new looks at the beginning. */
function showNews(list: List<unknown>): void {
  list.showNews();
  window.scrollTo(0, 0);
}
