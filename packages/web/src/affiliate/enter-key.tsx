import { useState } from 'preact/hooks';
import { Notice } from '../design/badge.tsx';
import { Button } from '../design/button.tsx';
import { type Says, TextField } from '../design/field.tsx';
import { pasted } from '../design/pasted.ts';
import { affiliateTexts } from '../texts/affiliate-now.ts';
import { askSummary, type Summary } from './ask.ts';
import { type Credentials, canSign } from './sign.ts';
import { READ, whyNot } from './why.ts';

interface Props {
  readonly onEntered: (credentials: Credentials, summary: Summary) => void;
}

/** Where the key is entered: its fields have no names, so no form can ever carry it into an address. */
export function EnterKey({ onEntered }: Props) {
  const { enter: words } = affiliateTexts;
  const [key, setKey] = useState('');
  const [secret, setSecret] = useState('');
  const [isTried, setTried] = useState(false);
  const [isAsking, setAsking] = useState(false);
  const [complaint, setComplaint] = useState<string | null>(null);
  const enter = async (event: Event) => {
    event.preventDefault();
    setTried(true);
    setComplaint(null);
    const credentials = { key: pasted(key), secret: pasted(secret) };
    if (credentials.key === '' || credentials.secret === '' || isAsking) return;
    setAsking(true);
    try {
      onEntered(credentials, await askSummary(credentials));
    } catch (error) {
      setComplaint(whyNot(error));
      setAsking(false);
    }
  };
  const missing = (text: string): Says | null =>
    isTried && pasted(text) === '' ? { tone: 'wrong', text: words.missing } : null;
  const plain = { autocomplete: 'off', autocapitalize: 'off', spellcheck: false, isMono: true } as const;
  return (
    <form class="card affiliate-key" noValidate onSubmit={(event) => void enter(event)}>
      <TextField
        {...plain}
        label={words.key}
        value={key}
        says={missing(key) ?? { tone: 'hint', text: words.keyHint(READ) }}
        onText={setKey}
      />
      <TextField
        {...plain}
        label={words.secret}
        type="password"
        value={secret}
        says={missing(secret) ?? { tone: 'hint', text: words.secretHint }}
        onText={setSecret}
      />
      {complaint !== null && (
        <Notice tone="danger" isNews>
          {complaint}
        </Notice>
      )}
      <Button kind="primary" type="submit" disabled={isAsking || !canSign()}>
        {isAsking ? words.asking : words.go}
      </Button>
    </form>
  );
}
