import type { ComponentChildren } from 'preact';
import { Refused, Unreachable } from '../../api/refused.ts';
import { Notice } from '../../design/badge.tsx';
import { Button } from '../../design/button.tsx';
import { texts } from '../../texts/console.ts';
import type { Resource } from '../api/use-resource.ts';

interface Props<T> {
  readonly of: Resource<T>;
  readonly children: (value: T) => ComponentChildren;
}

/** Something that is read: until it is there, a quiet line; what failed says so, and what was read before stays. */
export function Loaded<T>({ of, children }: Props<T>) {
  const { value, failure, again } = of;
  return (
    <>
      {failure !== null && (
        <Notice tone="danger" isNews>
          {failureText(failure)}{' '}
          <Button size="small" onClick={again}>
            {texts.console.again}
          </Button>
        </Notice>
      )}
      {value !== null && children(value)}
      {value === null && failure === null && <Loading />}
    </>
  );
}

interface SettledProps {
  readonly of: readonly Resource<unknown>[];
  readonly children: ComponentChildren;
}

/** Parts that are read apart and shown together: none moves the others when it comes at last. */
export function Settled({ of, children }: SettledProps) {
  const isSettled = of.every(({ value, failure }) => value !== null || failure !== null);
  return isSettled ? children : <Loading />;
}

/** Nothing is there yet. */
export function Loading() {
  return (
    <p class="soft console-loading" role="status">
      {texts.console.loading}
    </p>
  );
}

/** What went wrong, in plain words. */
export function failureText(failure: unknown): string {
  if (failure instanceof Refused) return texts.console.refused(failure.message);
  if (failure instanceof Unreachable) return texts.shell.unreachable;
  return texts.console.broken;
}
