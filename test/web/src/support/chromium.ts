import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';
import { whyNoProgram } from '../../../support/debian-program.ts';

/** Chromium without windows: the same pages for a third of the work. */
const SHELL = '/usr/bin/chromium-headless-shell';
const WHOLE = '/usr/bin/chromium';
/** Nothing but our pages: no sandbox, which root cannot have, and none of what a browser does for itself. */
const FLAGS = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** Why there is no browser to test with, or null if there is. On Debian, root installs it. */
export async function whyNoChromium(): Promise<string | null> {
  const why = await whyNoProgram(SHELL, 'chromium-headless-shell');
  return why === null ? null : whyNoProgram(WHOLE, 'chromium');
}

export function launchChromium(): Promise<Browser> {
  return chromium.launch({ executablePath: existsSync(SHELL) ? SHELL : WHOLE, args: FLAGS });
}
