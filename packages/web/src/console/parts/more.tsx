import { Notice } from '../../design/badge.tsx';
import { Button } from '../../design/button.tsx';
import { texts } from '../../texts/console.ts';
import type { List } from '../api/use-list.ts';
import { failureText } from './loaded.tsx';

/** The end of a list: how much of it is shown, and the way to the rest. */
export function More({ list, shown }: { readonly list: List<unknown>; readonly shown: string }) {
  return (
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
  );
}
