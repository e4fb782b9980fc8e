import type { SitePart, SiteParts } from '@swapdesk/contract';
import { Notice } from '../../design/badge.tsx';
import { SelectField } from '../../design/field.tsx';
import { texts } from '../../texts/console.ts';
import { Panel } from '../parts/panel.tsx';
import { PartFields } from './part-fields.tsx';
import { type Source, sourceOf, withSource } from './parts.ts';

interface Props {
  readonly part: SitePart;
  readonly file: SiteParts;
  readonly draft: SiteParts;
  readonly onDraft: (draft: SiteParts) => void;
  /** What speaks against it. */
  readonly problems: readonly string[];
  /** What is shown otherwise than asked for. */
  readonly adapted: readonly string[];
  readonly mayAct: boolean;
}

/** One part of the site: who says it, what, and what there is to say of that. */
export function PartCard({ part, file, draft, onDraft, problems, adapted, mayAct }: Props) {
  const words = texts.console.site;
  const title = words.parts[part];
  return (
    <Panel title={title} lead={words.about[part]}>
      <SelectField
        label={words.source(title)}
        value={sourceOf(draft, part)}
        isDisabled={!mayAct}
        options={(['file', 'none', 'own'] as const).map((value) => ({ value, title: words.sources[value] }))}
        says={{ tone: 'hint', text: inFile(file, part) }}
        onChoose={(source) => onDraft(withSource(draft, file, part, source as Source))}
      />
      {mayAct && <PartFields part={part} draft={draft} onDraft={onDraft} />}
      {problems.map((said) => (
        <Notice key={said} tone="danger" isNews>
          {said}
        </Notice>
      ))}
      {adapted.map((said) => (
        <Notice key={said} tone="warning" isNews>
          {said}
        </Notice>
      ))}
    </Panel>
  );
}

function inFile(file: SiteParts, part: SitePart): string {
  const words = texts.console.site;
  const said = file[part];
  if (said == null) return words.inFile.nothing;
  if (part === 'logo') return words.inFile.said(words.picture);
  return words.inFile.said(typeof said === 'string' ? said : textOf(said));
}

/** What of it are words, for a look. */
function textOf(value: object): string {
  return Object.values(value)
    .flatMap((each: unknown) => (typeof each === 'object' && each !== null ? [textOf(each)] : [String(each)]))
    .filter((each) => each !== '')
    .join(', ');
}
