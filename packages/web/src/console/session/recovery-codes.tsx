import { Button } from '../../design/button.tsx';
import { Copy } from '../../design/copy.tsx';
import { texts } from '../../texts/console.ts';

interface Props {
  readonly codes: readonly string[];
  readonly onKept: () => void;
}

/** Codes for the day on which the authenticator is lost. Nobody sees them again. */
export function RecoveryCodes({ codes, onKept }: Props) {
  const words = texts.console.session.recovery;
  return (
    <div class="sign-in">
      <h2>{words.title}</h2>
      <p class="soft">{words.lead}</p>
      <ol class="recovery-codes mono" aria-label={words.list}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ol>
      <div class="row">
        <Copy text={codes.join('\n')} label={words.copy} />
        <Button kind="primary" onClick={onKept}>
          {words.kept}
        </Button>
      </div>
    </div>
  );
}
