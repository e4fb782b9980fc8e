import type { AllHTMLAttributes, ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';
import './field.css';
import { Icon } from './icon.tsx';

/** What is said below a field. */
export interface Says {
  readonly tone: 'hint' | 'wrong' | 'right';
  readonly text: string;
}

/** What ties a control to its label and to what is said about it. */
export interface ControlAttributes {
  readonly id: string;
  readonly 'aria-describedby': string;
  readonly 'aria-invalid': boolean;
}

interface FieldProps {
  readonly label: string;
  /** Beside the label, e.g. that the field may stay empty. */
  readonly note?: ComponentChildren;
  readonly says?: Says | null;
  readonly children: (control: ControlAttributes) => ComponentChildren;
}

/** A label, a control, and a line below for what is wrong or good to know. */
export function Field({ label, note, says = null, children }: FieldProps) {
  const id = useId();
  return (
    <div class="field">
      <div class="field-head">
        <label class="field-label" for={id}>
          {label}
        </label>
        {note !== undefined && <span class="field-note">{note}</span>}
      </div>
      {children({ id, 'aria-describedby': `${id}-says`, 'aria-invalid': says?.tone === 'wrong' })}
      <FieldSays id={`${id}-says`} says={says} />
    </div>
  );
}

/** The line below a field. Always there, so that screen readers notice when it changes. */
export function FieldSays({ id, says }: { id: string; says: Says | null }) {
  return (
    <p id={id} class="field-says" data-tone={says?.tone} aria-live="polite">
      {says?.tone === 'wrong' && <Icon name="alarm" />}
      {says?.tone === 'right' && <Icon name="done" />}
      {/* Another one where it is said otherwise: it has not moved aside for the sign before it. */}
      {says !== null && <span key={says.tone}>{says.text}</span>}
    </p>
  );
}

/** What of a control may be set beside what its field sets. */
type Rest = Pick<
  AllHTMLAttributes<HTMLInputElement>,
  | 'autocapitalize'
  | 'autocomplete'
  | 'disabled'
  | 'inputMode'
  | 'maxLength'
  | 'name'
  | 'placeholder'
  | 'readOnly'
  | 'spellcheck'
>;

interface TextFieldProps extends Rest {
  readonly label: string;
  readonly value: string;
  readonly note?: ComponentChildren;
  readonly says?: Says | null;
  readonly type?: 'text' | 'password' | 'search' | 'number' | 'date';
  readonly isMono?: boolean;
  /** The id of what else is said of it, and stands outside the field. */
  readonly describedBy?: string | null;
  readonly onText: (text: string) => void;
}

export function TextField(props: TextFieldProps) {
  const { label, value, note, says = null, type = 'text', isMono = false, onText, ...rest } = props;
  const { describedBy = null, ...attributes } = rest;
  return (
    <Field label={label} note={note} says={says}>
      {(control) => (
        <input
          {...({ ...attributes, type } as object)}
          {...control}
          {...(describedBy !== null && {
            'aria-describedby': `${control['aria-describedby']} ${describedBy}`,
          })}
          class={isMono ? 'input mono' : 'input'}
          value={value}
          onInput={(event) => onText(event.currentTarget.value)}
        />
      )}
    </Field>
  );
}

interface SelectFieldProps {
  readonly label: string;
  readonly value: string;
  readonly options: readonly { readonly value: string; readonly title: string }[];
  readonly says?: Says | null;
  readonly isDisabled?: boolean;
  readonly onChoose: (value: string) => void;
}

export function SelectField(props: SelectFieldProps) {
  const { label, value, options, says = null, isDisabled = false, onChoose } = props;
  return (
    <Field label={label} says={says}>
      {(control) => (
        <select
          {...control}
          class="input"
          disabled={isDisabled}
          value={value}
          onChange={(event) => onChoose(event.currentTarget.value)}
        >
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.title}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}
