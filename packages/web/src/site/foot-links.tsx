import { texts } from '../texts/now.ts';
import { said, site } from './site.ts';

/** Where the operator's own pages are, and those about how it works here. */
export function FootLinks() {
  const { foot } = texts.shell;
  const { support = '', terms = '', privacy = '', more = [] } = site?.links ?? {};
  const links = [
    { title: foot.fees, url: '/fees' },
    { title: foot.status, url: '/status' },
    { title: foot.questions, url: '/questions' },
    { title: foot.request, url: '/request' },
    { title: foot.affiliate, url: '/affiliate' },
    { title: foot.support, url: support },
    { title: foot.terms, url: terms },
    { title: foot.privacy, url: privacy },
    ...more.map(({ text, url }) => ({ title: said(text), url })),
  ].filter(({ url }) => url !== '');
  return (
    <nav class="shell-links" aria-label={foot.title}>
      {links.map(({ title, url }) => (
        <a key={`${title} ${url}`} href={url} rel="noopener">
          <bdi>{title}</bdi>
        </a>
      ))}
    </nav>
  );
}
