import type { OwnLanguage } from '../site/own-language.ts';
import { versionOf } from '../site/site.ts';
import { heldFile, replyWithFile } from './held-file.ts';
import type { Route } from './route.ts';

/** A language that the operator has brought, as the page names it to its scripts. */
export interface NamedLanguage extends Pick<OwnLanguage, 'tag' | 'name' | 'dir'> {
  readonly url: string;
}

export function namedLanguages(languages: readonly OwnLanguage[]): NamedLanguage[] {
  return languages.map(({ tag, name, dir, module }) => ({
    tag,
    name,
    dir,
    url: `${pathOf(tag)}?v=${versionOf(module)}`,
  }));
}

/** Their texts, each a script of its own: whoever reads another language does not load it. */
export function languageRoutes(languages: readonly OwnLanguage[]): Route[] {
  return languages.map(({ tag, module }) => {
    const held = (cacheControl: string) => heldFile(Buffer.from(module), headersOf(cacheControl));
    const [named, other] = [held('public, max-age=31536000, immutable'), held('no-cache')];
    const version = `v=${versionOf(module)}`;
    return {
      method: 'GET',
      path: pathOf(tag),
      // Under the name of another version, as a node with another file gives it, it is not kept.
      serve: ({ query, headers }) => replyWithFile(query === version ? named : other, headers),
    };
  });
}

function pathOf(tag: string): string {
  return `/languages/${tag}.js`;
}

function headersOf(cacheControl: string): Record<string, string> {
  return {
    'content-type': 'text/javascript; charset=utf-8',
    'content-security-policy': "default-src 'none'; base-uri 'none'; frame-ancestors 'none'",
    'x-content-type-options': 'nosniff',
    'cache-control': cacheControl,
  };
}
