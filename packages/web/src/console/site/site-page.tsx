import type { SiteData, SiteParts, SitePreview } from '@swapdesk/contract';
import { Decimal } from '@swapdesk/contract/plain';
import { useState } from 'preact/hooks';
import type { Writable } from '../../api/write-json.ts';
import { Button } from '../../design/button.tsx';
import { texts } from '../../texts/console.ts';
import { useDesk } from '../api/desk.ts';
import type { Read } from '../api/read.ts';
import { useResource } from '../api/use-resource.ts';
import { Confirm } from '../parts/confirm.tsx';
import { Loaded } from '../parts/loaded.tsx';
import { PageHead } from '../parts/panel.tsx';
import { useSettled } from '../parts/use-settled.ts';
import { History } from './history.tsx';
import { PartCard } from './part-card.tsx';
import { isSame, PARTS } from './parts.ts';
import { Preview } from './preview.tsx';
import './site.css';

/** How the site looks to whoever swaps. */
export function SitePage() {
  const desk = useDesk();
  const said = useResource('site', (signal) => desk.read<SiteData>('/site', {}, signal));
  return (
    <>
      <PageHead title={texts.console.frame.pages.site} lead={texts.console.site.lead} />
      <Loaded of={said}>{(data) => <Editor key={data.version} data={data} onDone={said.again} />}</Loaded>
    </>
  );
}

interface Props {
  readonly data: Read<SiteData>;
  readonly onDone: () => void;
}

/** What is said, a draft of what is to be said, and how that would look. */
function Editor({ data, onDone }: Props) {
  const desk = useDesk();
  const words = texts.console.site;
  const [file] = useState(() => JSON.parse(data.file) as SiteParts);
  const [saved] = useState(() => JSON.parse(data.console) as SiteParts);
  const [draft, setDraft] = useState(saved);
  const [isSaving, setSaving] = useState(false);
  const asked = useSettled(JSON.stringify(draft));
  const preview = useResource(asked, () =>
    desk.act<SitePreview>('/site/preview', { parts: JSON.parse(asked) as Writable }),
  );
  const { problems = [], adapted = [] } = preview.value ?? {};
  const about = (part: string, list: SitePreview['problems'] | Read<SitePreview['problems']>) =>
    list.filter((each) => each.part === part).map((each) => each.words);
  const isChanged = !isSame(draft, saved);
  const isReady = isChanged && problems.length === 0 && !preview.isLoading && preview.failure === null;
  return (
    <>
      <div class="site-page">
        <div class="site-parts">
          {PARTS.map((part) => (
            <PartCard
              key={part}
              part={part}
              file={file}
              draft={draft}
              onDraft={setDraft}
              problems={about(part, problems)}
              adapted={about(part, adapted)}
              mayAct={desk.may('admin')}
            />
          ))}
        </div>
        <div class="site-preview">
          <Loaded of={preview}>
            {({ shown, colours }) => (
              <Preview draft={JSON.stringify({ shown: JSON.parse(shown), colours })} />
            )}
          </Loaded>
          {/* Not before what stands above them, which would push them away. */}
          {desk.may('admin') && (preview.value !== null || preview.failure !== null) && (
            <div class="site-acts">
              <Button disabled={!isChanged} onClick={() => setDraft(saved)}>
                {words.drop}
              </Button>
              <Button kind="primary" disabled={!isReady} onClick={() => setSaving(true)}>
                {words.save}
              </Button>
            </div>
          )}
        </div>
      </div>
      <History versions={data.versions} onDone={onDone} />
      {isSaving && (
        <Confirm
          title={words.saveTitle}
          act={words.save}
          done={words.saved}
          onConfirm={() =>
            desk.act('/site/save', {
              basis: Decimal.parse(data.version),
              parts: JSON.parse(asked) as Writable,
            })
          }
          onDone={onDone}
          onClose={() => setSaving(false)}
        >
          <p>{words.saveLead}</p>
        </Confirm>
      )}
    </>
  );
}
