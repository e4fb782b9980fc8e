import { useState } from 'preact/hooks';
import { Notice } from '../../design/badge.tsx';
import { Button } from '../../design/button.tsx';
import { Field } from '../../design/field.tsx';
import { toast } from '../../design/toast.tsx';
import { texts } from '../../texts/console.ts';
import { useDesk } from '../api/desk.ts';
import { Changes } from '../parts/changes.tsx';
import { failureText } from '../parts/loaded.tsx';
import { Moment } from '../parts/moment.tsx';
import { eventsOf } from './events.ts';
import type { File } from './order-file.ts';

interface Props {
  readonly file: File;
  readonly onChanged: () => void;
}

/** All that happened to the order, what operators did and what they noted, newest first. */
export function History({ file, onChanged }: Props) {
  const desk = useDesk();
  const words = texts.console.order;
  const events = eventsOf(file);
  return (
    <div class="stack">
      {desk.may('support') && <AddNote no={file.order.no} onAdded={onChanged} />}
      {events.length === 0 && <p class="soft">{words.noHistory}</p>}
      <ol class="history" aria-label={words.history}>
        {events.map((event) => (
          <li key={event.key} data-kind={event.kind}>
            <span class="soft small">
              <Moment at={event.at} />
            </span>
            <b>{event.title}</b>
            {event.text !== '' && <p>{event.text}</p>}
            <Changes changes={event.changes} />
          </li>
        ))}
      </ol>
    </div>
  );
}

function AddNote({ no, onAdded }: { readonly no: string; readonly onAdded: () => void }) {
  const desk = useDesk();
  const words = texts.console.order;
  const [text, setText] = useState('');
  const [failure, setFailure] = useState<unknown>(null);
  const [isBusy, setBusy] = useState(false);
  const add = async () => {
    setBusy(true);
    setFailure(null);
    try {
      await desk.act('/order/note', { no, text: text.trim() });
      setText('');
      toast(words.noteAdded);
      onAdded();
    } catch (error) {
      setFailure(error);
    }
    setBusy(false);
  };
  return (
    <form
      class="stack-tight"
      onSubmit={(event) => {
        event.preventDefault();
        void add();
      }}
    >
      <Field label={words.note} says={{ tone: 'hint', text: words.noteHint }}>
        {(control) => (
          <textarea
            {...control}
            class="input note"
            rows={2}
            maxLength={2_000}
            value={text}
            onInput={(event) => setText(event.currentTarget.value)}
          />
        )}
      </Field>
      {failure !== null && (
        <Notice tone="danger" isNews>
          {failureText(failure)}
        </Notice>
      )}
      <div>
        <Button type="submit" disabled={isBusy || text.trim() === ''}>
          {words.noteAdd}
        </Button>
      </div>
    </form>
  );
}
