import {
  DoneResponse,
  PreviewSiteRequest,
  PreviewSiteResponse,
  RestoreSiteRequest,
  SaveSiteRequest,
  SiteRequest,
  SiteResponse,
} from '@swapdesk/contract';
import { audited } from '../../operators/audit.ts';
import { shownSite, siteOf } from '../../site/site.ts';
import { customProperties } from '../../site/site-colours.ts';
import { siteProblems } from '../../site/site-problems.ts';
import { partsOfVersion, readVersions, saveSite } from '../../site/site-store.ts';
import { ParameterError } from '../errors.ts';
import { consoleEndpoint } from './endpoint.ts';

const look = consoleEndpoint({
  method: 'GET',
  path: '/site',
  request: SiteRequest,
  response: SiteResponse,
  changes: false,
  async handle({ database, siteInFile }) {
    const versions = await readVersions(database);
    return {
      data: {
        file: JSON.stringify(siteInFile),
        console: JSON.stringify(versions[0]?.parts ?? {}),
        version: versions[0]?.id ?? 0,
        versions: versions.map(({ id, at, actor, parts }) => ({ id, at, actor, parts: Object.keys(parts) })),
      },
    };
  },
});

const preview = consoleEndpoint({
  method: 'POST',
  path: '/site/preview',
  request: PreviewSiteRequest,
  response: PreviewSiteResponse,
  changes: false,
  async handle({ siteInFile }, { params: { parts } }) {
    const problems = siteProblems(parts);
    // A draft that is wrong is shown as if nobody had said so yet.
    const wrong = new Set<string>(problems.map(({ part }) => part));
    const sound = Object.fromEntries(Object.entries(parts).filter(([part]) => !wrong.has(part)));
    const site = siteOf(siteInFile, sound);
    const shown = shownSite(site, ({ type, data }) => `data:${type};base64,${data}`);
    return {
      data: {
        problems,
        adapted: (site.colours?.adapted ?? []).map((words) => ({ part: 'colours', words })),
        colours: site.colours === null ? [] : customProperties(site.colours),
        shown: JSON.stringify(shown),
      },
    };
  },
});

const save = consoleEndpoint({
  method: 'POST',
  path: '/site/save',
  request: SaveSiteRequest,
  response: DoneResponse,
  changes: true,
  async handle({ database }, { params, actor, now }) {
    const [problem] = siteProblems(params.parts);
    if (problem !== undefined) throw new ParameterError(`${problem.part}: ${problem.words}`);
    const basis = params.basis.toInteger() as number;
    await audited(database, actor, now, async (client) => {
      const saving = { basis, parts: params.parts, actor: actor.name, at: now };
      const changes = await saveSite(client, saving);
      return { act: 'site save', subject: 'site', changes, result: undefined };
    });
    return {};
  },
});

const restore = consoleEndpoint({
  method: 'POST',
  path: '/site/restore',
  request: RestoreSiteRequest,
  response: DoneResponse,
  changes: true,
  async handle({ database }, { params, actor, now }) {
    const [basis, version] = [params.basis, params.version].map((each) => each.toInteger() as number) as [
      number,
      number,
    ];
    await audited(database, actor, now, async (client) => {
      const parts = await partsOfVersion(client, version);
      const changes = await saveSite(client, { basis, parts, actor: actor.name, at: now });
      return { act: 'site restore', subject: `version ${version}`, changes, result: undefined };
    });
    return {};
  },
});

export const SITE_ENDPOINTS = [look, preview, save, restore];
