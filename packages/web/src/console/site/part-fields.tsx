import type { SitePart, SiteParts } from '@swapdesk/contract';
import { Field, SelectField, TextField } from '../../design/field.tsx';
import { texts } from '../../texts/console.ts';
import { LinkFields } from './link-fields.tsx';
import { LogoField } from './logo-field.tsx';
import { MomentField } from './moment-field.tsx';
import { OwnTextFields } from './own-text-fields.tsx';

interface Props {
  readonly part: SitePart;
  readonly draft: SiteParts;
  readonly onDraft: (draft: SiteParts) => void;
}

/** What is said of one part, to be changed. */
export function PartFields({ part, draft, onDraft }: Props) {
  const words = texts.console.site;
  const { name, description, logo, colours, links, announcement, maintenance } = draft;
  if (part === 'name' && name != null)
    return (
      <TextField
        label={words.parts.name}
        value={name}
        maxLength={40}
        onText={(text) => onDraft({ ...draft, name: text })}
      />
    );
  if (part === 'description' && description != null)
    return (
      <OwnTextFields
        label={words.parts.description}
        text={description}
        onText={(text) => onDraft({ ...draft, description: text })}
      />
    );
  if (part === 'logo' && logo != null)
    return <LogoField logo={logo} onLogo={(chosen) => onDraft({ ...draft, logo: chosen })} />;
  if (part === 'colours' && colours != null)
    return (
      <div class="site-fields">
        {(['light', 'dark'] as const).map((theme) => (
          <Field key={theme} label={words[theme]}>
            {(control) => (
              <input
                {...control}
                class="input site-colour"
                type="color"
                value={colours[theme]}
                onInput={({ currentTarget }) =>
                  onDraft({ ...draft, colours: { ...colours, [theme]: currentTarget.value } })
                }
              />
            )}
          </Field>
        ))}
      </div>
    );
  if (part === 'links' && links != null)
    return <LinkFields links={links} onLinks={(said) => onDraft({ ...draft, links: said })} />;
  if (part === 'announcement' && announcement != null)
    return (
      <div class="site-fields">
        <OwnTextFields
          label={words.text}
          text={announcement.text}
          onText={(text) => onDraft({ ...draft, announcement: { ...announcement, text } })}
        />
        <SelectField
          label={words.level}
          value={announcement.level}
          options={(['info', 'warning'] as const).map((value) => ({ value, title: words.levels[value] }))}
          onChoose={(level) =>
            onDraft({ ...draft, announcement: { ...announcement, level: level as 'info' | 'warning' } })
          }
        />
        <Span
          span={announcement}
          onSpan={(said) => onDraft({ ...draft, announcement: { ...announcement, ...said } })}
        />
      </div>
    );
  if (part === 'maintenance' && maintenance != null)
    return (
      <div class="site-fields">
        <OwnTextFields
          label={words.text}
          text={maintenance.text}
          onText={(text) => onDraft({ ...draft, maintenance: { ...maintenance, text } })}
        />
        <Span
          span={maintenance}
          onSpan={(said) => onDraft({ ...draft, maintenance: { ...maintenance, ...said } })}
        />
      </div>
    );
  return null;
}

interface SpanProps {
  readonly span: { readonly from: string; readonly until: string };
  readonly onSpan: (span: { from: string; until: string }) => void;
}

function Span({ span: { from, until }, onSpan }: SpanProps) {
  const words = texts.console.site;
  return (
    <>
      <MomentField label={words.from} value={from} onValue={(value) => onSpan({ from: value, until })} />
      <MomentField label={words.until} value={until} onValue={(value) => onSpan({ from, until: value })} />
    </>
  );
}
