import { useState } from 'preact/hooks';
import { SelectField, TextField } from '../../design/field.tsx';
import { texts } from '../../texts/console.ts';
import { useDesk } from '../api/desk.ts';
import { saysOfTyped } from '../parts/says-of-typed.ts';
import { signedOf } from '../parts/typed.ts';
import { WithReason } from '../parts/with-reason.tsx';

interface Props {
  readonly onDone: () => void;
  readonly onClose: () => void;
}

/** Books what was moved to or from a venue by hand, or traded there and is not known. */
export function BookVenue({ onDone, onClose }: Props) {
  const desk = useDesk();
  const words = texts.console.hedging;
  const [venue, setVenue] = useState('');
  const [coin, setCoin] = useState('');
  const [text, setText] = useState('');
  const [how, setHow] = useState('');
  const amount = signedOf(text);
  // Without a coin all that the venue said is booked.
  const isWhole = coin.trim() === '' ? text.trim() === '' : amount !== null && amount.coefficient !== 0n;
  const said = saysOfTyped(text, { hint: words.amountHint, coin: coin.trim(), isSigned: true });
  const wish = coin.trim() === '' ? { venue, how } : { venue, how, abbr: coin.trim(), amount };
  return (
    <WithReason
      title={words.book}
      act={words.bookAct}
      done={words.done}
      isDangerous
      isReady={venue.trim() !== '' && how !== '' && isWhole}
      onConfirm={(reason) => desk.act('/venues/book', Object.assign({ reason }, wish))}
      onDone={onDone}
      onClose={onClose}
    >
      <p>{words.bookLead}</p>
      <TextField label={words.venue} value={venue} onText={setVenue} />
      <TextField
        label={words.coin}
        value={coin}
        onText={setCoin}
        says={{ tone: 'hint', text: words.coinHint }}
      />
      <TextField
        label={words.amount}
        value={text}
        onText={setText}
        says={isWhole || said.tone === 'wrong' ? said : { tone: 'wrong', text: words.amountHint }}
      />
      <SelectField
        label={words.how}
        value={how}
        options={[
          { value: '', title: words.choose },
          { value: 'moved', title: words.moved },
          { value: 'traded', title: words.traded },
        ]}
        onChoose={setHow}
      />
    </WithReason>
  );
}
