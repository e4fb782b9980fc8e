import { createConfig, lintFromString } from '@redocly/openapi-core';
import { expect, it } from 'vitest';
import { openapiDocument } from './document.ts';

async function problemsOf(document: unknown): Promise<string[]> {
  const problems = await lintFromString({
    source: JSON.stringify(document),
    absoluteRef: '/openapi.json',
    config: await createConfig({ extends: ['recommended'] }),
  });
  return problems.map(({ ruleId, message, location }) => `${ruleId} at ${location[0]?.pointer}: ${message}`);
}

it('the OpenAPI document passes the linter, warnings included', async () => {
  expect(await problemsOf(openapiDocument())).toEqual([]);
});

it('the linter would tell if it did not', async () => {
  const { info, ...rest } = openapiDocument();
  expect(await problemsOf(rest)).not.toEqual([]);
  expect(info).toBeDefined();
});
