import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { diskFinding, recordFindings } from './store-findings.ts';

const GB = 1024 ** 3;

it('the disk of the signing record is looked at where this machine keeps one, and nowhere else', async () => {
  const [found, ...more] = await recordFindings({ recordDir: tmpdir(), signer: null });
  expect(found?.what).toBe('disk of the signing record');
  expect(found?.facts).toMatch(/^[\d.,]+ GB free of [\d.,]+ GB, \//);
  expect(more).toEqual([]);
  expect(await recordFindings({ recordDir: join(tmpdir(), 'nobody-made-this'), signer: null })).toEqual([]);
  expect(await recordFindings({ recordDir: tmpdir(), signer: { url: 'https://signer.example' } })).toEqual(
    [],
  );
});

it.each([
  [0.5, true, false],
  [5, false, false],
  [11, false, true],
])('with %d GB free of 200 it is critical: %s, well: %s', (free, isCritical, isWell) => {
  const disk = { what: 'signing record', folder: '/r', freeBytes: free * GB, bytes: 200 * GB } as const;
  expect(diskFinding(disk)).toMatchObject({ isCritical, isWell });
  expect(diskFinding(disk).advice).toContain('never the record itself');
});
