import type { OwnText } from '@swapdesk/contract';
import { TextField } from '../../design/field.tsx';
import { texts } from '../../texts/console.ts';

interface Props {
  readonly label: string;
  readonly text: OwnText;
  readonly onText: (text: OwnText) => void;
}

type Other = keyof typeof texts.console.site.languages;

/** A text of the operator's own: English, and other languages where there are any. */
export function OwnTextFields({ label, text, onText }: Props) {
  const words = texts.console.site;
  const others = Object.keys(words.languages) as Other[];
  const set = (language: Other, said: string) => {
    const kept = Object.entries(text).filter(([name]) => name !== language);
    onText(Object.fromEntries(said === '' ? kept : [...kept, [language, said]]) as unknown as OwnText);
  };
  return (
    <div class="site-text">
      <TextField
        label={words.english(label)}
        value={text.en}
        maxLength={300}
        onText={(en) => onText({ ...text, en })}
      />
      <details>
        <summary>{words.others}</summary>
        <p class="soft small">{words.othersHint}</p>
        {others.map((language) => (
          <TextField
            key={language}
            label={words.inLanguage(label, words.languages[language])}
            value={text[language] ?? ''}
            maxLength={300}
            onText={(said) => set(language, said)}
          />
        ))}
      </details>
    </div>
  );
}
