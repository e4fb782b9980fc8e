import type { SiteLinks } from '@swapdesk/contract';
import { Button } from '../../design/button.tsx';
import { TextField } from '../../design/field.tsx';
import { texts } from '../../texts/console.ts';
import { OwnTextFields } from './own-text-fields.tsx';

const MOST_LINKS = 5;

interface Props {
  readonly links: SiteLinks;
  readonly onLinks: (links: SiteLinks) => void;
}

/** Where the operator's own pages are. */
export function LinkFields({ links, onLinks }: Props) {
  const words = texts.console.site;
  const { more } = links;
  const setMore = (n: number, link: SiteLinks['more'][number] | null) =>
    onLinks({
      ...links,
      more: more.flatMap((each, at) => (at !== n ? [each] : link === null ? [] : [link])),
    });
  return (
    <div class="site-fields">
      {(['support', 'terms', 'privacy'] as const).map((name) => (
        <TextField
          key={name}
          label={words[name]}
          value={links[name]}
          maxLength={300}
          placeholder="https://"
          onText={(url) => onLinks({ ...links, [name]: url.trim() })}
        />
      ))}
      {more.map((link, n) => (
        <div key={n} class="site-fields">
          <OwnTextFields
            label={words.more(n + 1)}
            text={link.text}
            onText={(text) => setMore(n, { text, url: link.url })}
          />
          <TextField
            label={words.moreUrl(n + 1)}
            value={link.url}
            maxLength={300}
            onText={(url) => setMore(n, { text: link.text, url: url.trim() })}
            note={
              <Button size="small" onClick={() => setMore(n, null)}>
                {words.removeLink(n + 1)}
              </Button>
            }
          />
        </div>
      ))}
      {more.length < MOST_LINKS && (
        <Button onClick={() => onLinks({ ...links, more: [...more, { text: { en: '' }, url: 'https://' }] })}>
          {words.addLink}
        </Button>
      )}
    </div>
  );
}
