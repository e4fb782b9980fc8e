import { Decimal, KEY_SCOPES, type KeyScope } from '@swapdesk/contract/plain';
import { TextField } from '../../design/field.tsx';
import { texts } from '../../texts/console.ts';

/** What is typed about the bounds of a key. */
export interface BoundsDraft {
  readonly label: string;
  readonly scopes: readonly KeyScope[];
  readonly addresses: string;
  readonly days: string;
}

export const NO_BOUNDS: BoundsDraft = { label: '', scopes: KEY_SCOPES, addresses: '', days: '' };

export function isBounds({ scopes, days }: BoundsDraft): boolean {
  return scopes.length > 0 && (days.trim() === '' || daysOf(days) !== null);
}

/** As the console's interface takes it. */
export function boundsOf({ label, scopes, addresses, days }: BoundsDraft, nowSeconds: number) {
  const inDays = daysOf(days);
  return {
    label: label.trim(),
    scopes,
    addresses: addresses.split(/[\s,]+/).filter((entry) => entry !== ''),
    expires_at: inDays === null ? null : Decimal.parse(String(nowSeconds + inDays * 86_400)),
  };
}

function daysOf(text: string): number | null {
  const days = /^[1-9]\d{0,3}$/.test(text.trim()) ? Number(text) : null;
  return days !== null && days <= 3_650 ? days : null;
}

interface Props {
  readonly draft: BoundsDraft;
  readonly onDraft: (draft: BoundsDraft) => void;
}

/** What a key may be used for, from where, until when. */
export function KeyBoundsFields({ draft, onDraft }: Props) {
  const words = texts.console.access;
  const { label, scopes, addresses, days } = draft;
  const toggle = (scope: KeyScope, isOn: boolean) =>
    onDraft({
      ...draft,
      scopes: KEY_SCOPES.filter((known) => (known === scope ? isOn : scopes.includes(known))),
    });
  return (
    <>
      <TextField
        label={words.labelField}
        value={label}
        onText={(text) => onDraft({ ...draft, label: text })}
        maxLength={64}
        says={{ tone: 'hint', text: words.labelHint }}
      />
      <fieldset class="stack">
        <legend class="field-label">{words.scopesField}</legend>
        {KEY_SCOPES.map((scope) => (
          <label key={scope} class="row">
            <input
              type="checkbox"
              checked={scopes.includes(scope)}
              onChange={(event) => toggle(scope, event.currentTarget.checked)}
            />
            <span>{words.scopes[scope]}</span>
          </label>
        ))}
      </fieldset>
      <TextField
        label={words.fromField}
        value={addresses}
        onText={(text) => onDraft({ ...draft, addresses: text })}
        maxLength={1_000}
        says={{ tone: 'hint', text: words.fromHint }}
      />
      <TextField
        label={words.daysField}
        value={days}
        onText={(text) => onDraft({ ...draft, days: text })}
        maxLength={4}
        says={{
          tone: days.trim() === '' || daysOf(days) !== null ? 'hint' : 'wrong',
          text: words.daysHint,
        }}
      />
    </>
  );
}
