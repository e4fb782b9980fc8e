import type { SiteLogo } from '@swapdesk/contract';
import { Field } from '../../design/field.tsx';
import { texts } from '../../texts/console.ts';

/** More cannot be sent; the service says how much it takes. */
const MOST_CHARACTERS = 44_000;

interface Props {
  readonly logo: SiteLogo;
  readonly onLogo: (logo: SiteLogo) => void;
}

/** A picture from the operator's machine. */
export function LogoField({ logo, onLogo }: Props) {
  const words = texts.console.site;
  const choose = async (file: File | undefined) => {
    if (file === undefined) return;
    const bytes = new Uint8Array(await file.arrayBuffer());
    const data = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
    const type = file.type === 'image/png' ? 'image/png' : 'image/svg+xml';
    onLogo({ type, data: data.slice(0, MOST_CHARACTERS) });
  };
  return (
    <div class="site-logo">
      {logo.data !== '' && (
        <img src={`data:${logo.type};base64,${logo.data}`} width="56" height="56" alt="" />
      )}
      <Field label={words.choose}>
        {(control) => (
          <input
            {...control}
            class="input"
            type="file"
            accept="image/svg+xml,image/png"
            onChange={({ currentTarget }) => void choose(currentTarget.files?.[0])}
          />
        )}
      </Field>
    </div>
  );
}
