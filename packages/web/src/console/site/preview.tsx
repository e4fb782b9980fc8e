import { useState } from 'preact/hooks';
import { Button } from '../../design/button.tsx';
import { PREVIEW_KEY } from '../../site/preview-key.ts';
import { texts } from '../../texts/console.ts';
import { Panel } from '../parts/panel.tsx';

interface Props {
  /** What is to be shown, as JSON (SiteDraft of `site/site.ts`). */
  readonly draft: string;
}

const WIDTHS = ['desktop', 'phone'] as const;

/** The real page with what is in hand, in a frame. */
export function Preview({ draft }: Props) {
  const words = texts.console.site.preview;
  const [width, setWidth] = useState<(typeof WIDTHS)[number]>('desktop');
  // The frame reads it when it loads; under another key it is another frame.
  sessionStorage.setItem(PREVIEW_KEY, draft);
  return (
    <Panel
      title={words.title}
      lead={words.lead}
      actions={
        <fieldset class="site-widths">
          <legend class="unseen">{words.width}</legend>
          {WIDTHS.map((each) => (
            <Button key={each} size="small" aria-pressed={width === each} onClick={() => setWidth(each)}>
              {words.widths[each]}
            </Button>
          ))}
        </fieldset>
      }
    >
      <iframe key={draft} class="site-frame" data-width={width} title={words.frame} src="/console/preview" />
    </Panel>
  );
}
