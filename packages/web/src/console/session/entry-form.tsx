import type { ComponentChildren, TargetedEvent } from 'preact';
import { useState } from 'preact/hooks';
import { Refused } from '../../api/refused.ts';
import { Notice } from '../../design/badge.tsx';
import { Button } from '../../design/button.tsx';
import { texts } from '../../texts/console.ts';
import { durationText } from '../parts/format.ts';
import { failureText } from '../parts/loaded.tsx';
import './sign-in.css';

interface Props {
  /** What the button says, and what it says while the service looks. */
  readonly act: string;
  readonly acting: string;
  readonly isReady?: boolean;
  /** What is said of what the service does not accept. It does not say which part was wrong, so neither do we. */
  readonly wrong: string;
  readonly onSubmit: () => Promise<void>;
  /** After it was not accepted: a code works only once. */
  readonly onRefused: () => void;
  /** The fields. */
  readonly children: ComponentChildren;
}

/** A form that lets somebody in, or says why not. */
export function EntryForm(props: Props) {
  const { act, acting, isReady = true, children } = props;
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);

  const submit = async (event: TargetedEvent<HTMLFormElement>) => {
    event.preventDefault();
    setBusy(true);
    setFailure(null);
    try {
      await props.onSubmit();
    } catch (error) {
      setFailure(error);
      props.onRefused();
    }
    setBusy(false);
  };

  return (
    <form class="sign-in" onSubmit={(event) => void submit(event)}>
      {children}
      {failure !== null && (
        <Notice tone="danger" isNews>
          {whyNot(failure, props.wrong)}
        </Notice>
      )}
      <Button type="submit" kind="primary" size="large" disabled={isBusy || !isReady}>
        {isBusy ? acting : act}
      </Button>
    </form>
  );
}

function whyNot(error: unknown, wrong: string): string {
  if (!(error instanceof Refused)) return failureText(error);
  if (error.retryAfterS !== null) return texts.console.session.tooMany(durationText(error.retryAfterS));
  return error.status === 401 ? wrong : failureText(error);
}
