import { Copy } from '../../design/copy.tsx';
import { texts } from '../../texts/console.ts';
import { adviceParts } from './advice.ts';

/** What to do. What has to be typed where the service runs can be copied. */
export function Advice({ text }: { readonly text: string }) {
  if (text === '') return null;
  return (
    <p class="small advice">
      {adviceParts(text).map(({ text: part, isCommand }, n) =>
        isCommand ? (
          <span key={n} class="command long-text">
            <code>{part}</code>
            <Copy text={part} label={texts.console.copyOf(texts.console.alarms.command)} />
          </span>
        ) : (
          part
        ),
      )}
    </p>
  );
}
