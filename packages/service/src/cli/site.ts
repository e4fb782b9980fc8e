import {
  type Change,
  type Json,
  parseJson,
  type SitePart,
  type SiteParts,
  toJsonSchema,
} from '@swapdesk/contract';
import { readConfig } from '../config.ts';
import { problemsOf, type SchemaNode } from '../configuration/problems.ts';
import { Reading } from '../configuration/reading.ts';
import { readSite as readSiteOfFile } from '../configuration/site.ts';
import { type SiteInFile, site as siteSchema } from '../configuration/site-schema.ts';
import { siteOf } from '../site/site.ts';
import { partsOfVersion, readVersions, saveSite } from '../site/site-store.ts';
import { act, inWords, whoeverTypes } from './act.ts';
import { readArguments, readWhole } from './arguments.ts';
import { changesText } from './changes-text.ts';
import { type Command, UsageError, withStore } from './command.ts';
import { table } from './table.ts';
import { timeText } from './time-text.ts';

const PARTS: readonly SitePart[] = [
  ...(['name', 'description', 'logo', 'colours', 'links', 'announcement', 'maintenance'] as const),
];
const SCHEMA = toJsonSchema(siteSchema) as SchemaNode;
const LONGEST_SHOWN = 80;

export const siteShow: Command = {
  name: 'site show',
  usage: '',
  summary: 'Show what the site is called and how it looks, part by part, and who says so',
  run: (args, env) =>
    withStore(env, async (database) => {
      readArguments(args, { words: [], options: [] });
      const file = readConfig(env).site;
      const versions = await readVersions(database);
      const said = versions[0]?.parts ?? {};
      const rows = PARTS.map((part) => {
        const isSaid = said[part] !== undefined;
        const who = isSaid ? 'said here' : file[part] === undefined ? 'nobody' : 'the file';
        return [part, who, shown(isSaid ? said[part] : file[part])];
      });
      console.log(table(['part', 'who says it', 'what'], rows));
      for (const words of siteOf(file, said).colours?.adapted ?? []) console.log(words);
      if (versions.length === 0) return;
      const before = versions.map(({ id, at, actor, parts }) => [
        String(id),
        timeText(at),
        actor,
        Object.keys(parts).join(', ') || 'as the file has it',
      ]);
      console.log(`\n${table(['version', 'when', 'who', 'said here'], before)}`);
    }),
};

export const siteSet: Command = {
  name: 'site set',
  usage: 'PART VALUE|none|file',
  summary: 'Say a part of the site in place of the file, as the file would (text, path of a logo, or JSON)',
  run: (args, env) =>
    withStore(env, async (database) => {
      const { words } = readArguments(args, { words: ['PART', 'VALUE'], options: [] });
      const [part, value] = words as [SitePart, string];
      if (!PARTS.includes(part))
        throw new UsageError(`The site has no part ${part}. There are: ${PARTS.join(', ')}`);
      const own = value === 'file' || value === 'none' ? {} : partsOf(part, value);
      const changes = await act(database, async (client, now) => {
        const [newest] = await readVersions(client, 1);
        const { [part]: _before, ...others } = newest?.parts ?? {};
        const parts: SiteParts = value === 'none' ? { ...others, [part]: null } : { ...others, ...own };
        const saving = { basis: newest?.id ?? 0, parts, actor: whoeverTypes().name, at: now };
        const changes = somethingOf(await saveSite(client, saving));
        return { act: 'site save', subject: 'site', changes, result: changes };
      }).catch(inWords());
      console.log(doneText(changes));
      for (const told of siteOf({}, own).colours?.adapted ?? []) console.log(told);
    }),
};

export const siteUndo: Command = {
  name: 'site undo',
  usage: '[VERSION]',
  summary:
    'Say of the site again what was said before the last change, or in a version; 0: nothing, so that the file counts',
  run: (args, env) =>
    withStore(env, async (database) => {
      const { words } = readArguments(args, { words: ['[VERSION]'], options: [] });
      const asked = words[0] === undefined ? null : readWhole('VERSION', words[0]);
      const changes = await act(database, async (client, now) => {
        const [newest, before] = await readVersions(client, 2);
        if (newest === undefined)
          throw new UsageError('Nothing was ever said here of the site: there is nothing to undo.');
        const version = asked ?? before?.id ?? 0;
        const parts = await partsOfVersion(client, version);
        const saving = { basis: newest.id, parts, actor: whoeverTypes().name, at: now };
        const changes = somethingOf(await saveSite(client, saving));
        return { act: 'site restore', subject: `version ${version}`, changes, result: changes };
      }).catch(inWords());
      console.log(doneText(changes));
    }),
};

/** The part as the file would have it, with what speaks against it. A colour alone is that of both themes. */
function partsOf(part: SitePart, text: string): SiteParts {
  const given = { [part]: part === 'colours' && text.startsWith('#') ? { light: text } : jsonOr(text) };
  const reading = new Reading(process.cwd(), {});
  reading.problems.push(...problemsOf(SCHEMA, given as unknown as Json));
  const parts = reading.problems.length === 0 ? readSiteOfFile(reading, given as unknown as SiteInFile) : {};
  if (reading.problems.length === 0) return parts;
  throw new UsageError(
    reading.problems.map(({ path, words }) => `${path.replace(/^site\./, '')} ${words}`).join('\n'),
  );
}

/** What begins as an object of JSON is one; anything else is the text itself. */
function jsonOr(text: string): Json {
  if (!text.startsWith('{')) return text;
  try {
    return parseJson(text);
  } catch {
    throw new UsageError(
      'The value begins with { and is no JSON: look for a quote too few, and put it in single quotes.',
    );
  }
}

/** What changes nothing is no version of its own, and not in the audit log. */
function somethingOf(changes: Change[]): Change[] {
  if (changes.length === 0) throw new UsageError('Nothing to change: it is said so already.');
  return changes;
}

function doneText(changes: readonly Change[]): string {
  return `On every node within a second: ${changesText(changes)}.`;
}

function shown(value: unknown): string {
  if (value === undefined || value === null) return '-';
  if (typeof value === 'object' && 'data' in value) return String((value as { type?: string }).type);
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length > LONGEST_SHOWN ? `${text.slice(0, LONGEST_SHOWN)}…` : text;
}
