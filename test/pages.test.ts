import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

/** What is written for people: it shows what there is, and leads somewhere. */

const ROOT = fileURLToPath(new URL('../', import.meta.url));

function filesBelow(folder: string, ending: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith(ending))
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => !/\/(node_modules|dist)\//.test(path));
}

const read = (path: string) => readFileSync(path, 'utf8');
const name = (path: string) => relative(ROOT, path);

describe('pictures of the pages', () => {
  const pictures = filesBelow(join(ROOT, 'docs/screens'), '.png').map((path) => name(path));
  const shown = ['README.md', 'docs/gallery.md', 'docs/operators.md']
    .map((path) => read(join(ROOT, path)))
    .join('\n');

  it('are there in light and in dark, and README, the gallery or the operators’ guide shows every one', () => {
    expect(pictures.length).toBeGreaterThan(0);
    const themes = (path: string) =>
      ['light', 'dark'].map((theme) => path.replace(/(light|dark)\.png$/, `${theme}.png`));
    expect(pictures.flatMap(themes).filter((path) => !pictures.includes(path))).toEqual([]);
    expect(pictures.filter((path) => !shown.includes(path.replace(/^docs\//, '')))).toEqual([]);
  });

  it('that are shown are there', () => {
    const named = Array.from(shown.matchAll(/screens\/[\w-]+\.png/g), ([path]) => `docs/${path}`);
    expect(named.filter((path) => !pictures.includes(path))).toEqual([]);
  });
});

describe('pages', () => {
  const pages = filesBelow(ROOT, '.md').filter((path) => !name(path).startsWith('.'));
  /** As hosts of repositories make them of headings. */
  const anchorOf = (heading: string) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-');
  const anchorsOf = (path: string) =>
    Array.from(read(path).matchAll(/^#+ (.+)$/gm), ([, heading = '']) => anchorOf(heading));

  it('link to files and headings that are there', () => {
    const lost = pages.flatMap((path) => {
      const links = Array.from(read(path).matchAll(/\]\(([^()\s]+)\)/g), ([, link = '']) => link);
      return links
        .filter((link) => !/^[a-z]+:/.test(link))
        .filter((link) => {
          const [file = '', anchor] = link.split('#');
          const target = file === '' ? path : join(dirname(path), file);
          if (!existsSync(target)) return true;
          return anchor !== undefined && target.endsWith('.md') && !anchorsOf(target).includes(anchor);
        })
        .map((link) => `${name(path)}: ${link}`);
    });
    expect(pages.length).toBeGreaterThan(20);
    expect(lost).toEqual([]);
  });
});
