import type { SecretData, TrialData } from '@swapdesk/contract';
import { useState } from 'preact/hooks';
import { Notice } from '../../design/badge.tsx';
import { TextField } from '../../design/field.tsx';
import { texts } from '../../texts/console.ts';
import { useDesk } from '../api/desk.ts';
import type { Read } from '../api/read.ts';
import { Confirm } from '../parts/confirm.tsx';
import { eitherOf } from '../parts/says-of-typed.ts';
import { ShownOnce } from '../parts/shown-once.tsx';
import { amountOf, sameNumber } from '../parts/typed.ts';
import { typesOf } from './types-of.ts';
import type { Webhook, WebhookAct } from './webhook.ts';

interface Props {
  readonly webhook: Webhook;
  readonly act: WebhookAct;
  readonly onDone: () => void;
  readonly onClose: () => void;
}

/** Asks before something is done with an endpoint, and shows what came of it where that is more than done. */
export function WebhookDialog({ webhook, act, onDone, onClose }: Props) {
  const desk = useDesk();
  const words = texts.console.webhooks;
  const its = words.acts[act];
  const [url, setUrl] = useState(webhook.url);
  const [types, setTypes] = useState(webhook.types.join(', '));
  const [after, setAfter] = useState(webhook.position);
  const [trial, setTrial] = useState<Read<TrialData> | null>(null);
  const [made, setMade] = useState<Read<SecretData> | null>(null);
  const { id } = webhook;
  const from = amountOf(after);
  const whole = from?.toInteger() ?? null;
  if (made !== null)
    return (
      <ShownOnce
        title={words.secretOf(made.account)}
        secrets={[{ name: words.secret, text: made.secret }]}
        onClose={onClose}
      />
    );
  const confirm = async () => {
    if (act === 'test') setTrial(await desk.act<TrialData>('/webhooks/test', { id: sameNumber(id) }));
    else if (act === 'rotate')
      setMade(await desk.act<SecretData>('/webhooks/rotate', { id: sameNumber(id) }));
    else if (act === 'resend') await desk.act('/webhooks/resend', { id: sameNumber(id), after: from });
    else if (act === 'change')
      await desk.act('/webhooks/change', { id: sameNumber(id), url: url.trim(), types: typesOf(types) });
    else await desk.act(`/webhooks/${act}`, { id: sameNumber(id) });
  };
  const staysOpen = act === 'test' || act === 'rotate';
  return (
    <Confirm
      title={its.title(id)}
      act={its.act}
      isDangerous={act === 'remove'}
      isReady={act !== 'resend' || whole !== null}
      staysOpen={staysOpen}
      onConfirm={confirm}
      onDone={onDone}
      onClose={onClose}
      {...(staysOpen ? {} : { done: words.done })}
    >
      <p>{its.lead}</p>
      <p class="soft anywhere">{words.of(webhook.account, webhook.url)}</p>
      {act === 'change' && (
        <>
          <TextField label={words.url} value={url} onText={setUrl} isMono spellcheck={false} />
          <TextField
            label={words.types}
            value={types}
            onText={setTypes}
            says={{ tone: 'hint', text: words.typesHint }}
          />
        </>
      )}
      {act === 'resend' && (
        <TextField
          label={words.after}
          value={after}
          onText={setAfter}
          inputMode="numeric"
          says={{
            tone: whole === null ? 'wrong' : 'hint',
            text: eitherOf(after) ?? words.afterHint(webhook.position),
          }}
        />
      )}
      {trial !== null && (
        <Notice tone={trial.is_taken ? 'good' : 'danger'} isNews>
          {words.trialDone(trial.outcome, trial.took_ms)}
        </Notice>
      )}
    </Confirm>
  );
}
