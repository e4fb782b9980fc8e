import { readFileSync } from 'node:fs';
import { Client } from 'pg';
import { expect, it } from 'vitest';
import { few, volume } from '../../../../../test/support/volume.ts';
import { joinEmbedded, startEmbedded } from './embedded.ts';
import { canUnshare, isServer, scratchFolder, serverPid } from './testing/scratch.ts';
import { ServerProcess } from './testing/server-process.ts';
import { setUp } from './testing/set-up.ts';

const tools = setUp();
const { template } = tools;

it.concurrent('adopts the server of a service that was killed, and stops it in the end', async () => {
  const dataDir = template.copy();
  const killed = new ServerProcess(tools.program, 'start', dataDir);
  expect(await killed.outcome).toEqual({ started: true, adopted: false });
  const pid = serverPid(dataDir)!;
  await killed.kill();
  expect(isServer(pid)).toBe(true);

  const heir = await startEmbedded({ dataDir });
  expect(heir.adopted).toBe(true);
  expect(serverPid(dataDir)).toBe(pid);
  await heir.stop();
  expect(isServer(pid)).toBe(false);
});

it.concurrent('does not share a data folder, and says who has it', async () => {
  const dataDir = template.copy();
  const owner = await startEmbedded({ dataDir });
  const second = new ServerProcess(tools.program, 'start', dataDir);
  expect(await second.outcome).toEqual({
    started: false,
    name: 'StartupError',
    message: `The data folder ${dataDir} is in use by another Swapdesk (process ${process.pid}). Stop it, or choose another folder with SWAPDESK_DATA_DIR.`,
  });
  await second.exited;
  expect(await answers(owner.connection)).toBe(true);
  await owner.stop();
});

it.concurrent.each(
  few<[string, number, () => string]>(1, [
    ['a cluster at rest', volume(2, 4), () => template.copy()],
    ['an empty folder', 2, () => `${scratchFolder()}/data`],
  ]),
)('lets exactly one starter win on %s', async (_, count, folder) => {
  const dataDir = folder();
  const rivals = Array.from({ length: count }, () => new ServerProcess(tools.program, 'start', dataDir));
  const outcomes = await Promise.all(rivals.map((rival) => rival.outcome));
  expect(outcomes.filter(({ started }) => started)).toHaveLength(1);
  for (const { started, message } of outcomes)
    if (!started) expect(message).toContain('is in use by another');
  const winner = rivals[outcomes.findIndex(({ started }) => started)]!;
  const pid = serverPid(dataDir)!;
  expect(isServer(pid)).toBe(true);
  await winner.stop();
  expect(isServer(pid)).toBe(false);
  await Promise.all(rivals.map((rival) => rival.exited));
});

it.concurrent('starts anew as soon as the service that is leaving has left', async () => {
  const dataDir = template.copy();
  const leaving = await startEmbedded({ dataDir });
  const [next] = await Promise.all([startEmbedded({ dataDir }), leaving.stop()]);
  expect(await answers(next.connection)).toBe(true);
  await next.stop();
});

it.runIf(canUnshare())('does not share a data folder with a server in another container', async () => {
  const dataDir = template.copy();
  const prefix = ['unshare', '--pid', '--fork', '--kill-child', '--mount-proc'];
  const inside = new ServerProcess(tools.program, 'start', dataDir, { prefix });
  expect(await inside.outcome).toMatchObject({ started: true });
  await expect(startEmbedded({ dataDir })).rejects.toThrow(
    'cannot be seen from here, perhaps in another container',
  );
  await inside.stop();
});

it.concurrent('does not keep the process alive, nor is it ended with it', async () => {
  const dataDir = template.copy();
  const brief = new ServerProcess(tools.program, 'leave', dataDir);
  expect(await brief.outcome).toMatchObject({ started: true });
  await brief.exited;
  expect(isServer(serverPid(dataDir)!)).toBe(true);
});

it.concurrent('does not get the Ctrl-C of our terminal', async () => {
  const dataDir = template.copy();
  const server = new ServerProcess(tools.program, 'start', dataDir, { detached: true });
  await server.outcome;
  const pid = serverPid(dataDir)!;
  // Fields after the name of the program: state, parent, group, session.
  const session = Number(readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ')[3]);
  expect(session).toBe(pid);
  process.kill(-server.process.pid!, 'SIGINT');
  await server.exited;
  expect(isServer(pid)).toBe(true);
});

it.concurrent('lets a tool join the server of a service, and leave it running', async () => {
  const dataDir = template.copy();
  const service = await startEmbedded({ dataDir });
  const tool = await joinEmbedded({ dataDir });
  expect(tool.connection).toEqual(service.connection);
  expect(await answers(tool.connection)).toBe(true);
  await tool.stop();
  expect(await answers(service.connection)).toBe(true);
  await service.stop();
});

it.concurrent('lets a tool start a server for the time being', async () => {
  const dataDir = template.copy();
  const tool = await joinEmbedded({ dataDir });
  const pid = serverPid(dataDir)!;
  expect(await answers(tool.connection)).toBe(true);
  await tool.stop();
  await tool.stop();
  expect(isServer(pid)).toBe(false);
});

it.concurrent('does not let a tool stop its server once a service has adopted it', async () => {
  const dataDir = template.copy();
  const tool = await joinEmbedded({ dataDir });
  const service = await startEmbedded({ dataDir });
  expect(service.adopted).toBe(true);
  await tool.stop();
  expect(await answers(service.connection)).toBe(true);
  await service.stop();
});

async function answers(connection: object): Promise<boolean> {
  const client = new Client(connection);
  await client.connect();
  const { rowCount } = await client.query('SELECT 1');
  await client.end();
  return rowCount === 1;
}
