import { type Browser, chromium } from 'playwright-core';
import { whyNoProgram } from '../../../support/debian-program.ts';

const PROGRAM = '/usr/bin/chromium';
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
export function whyNoChromium(): Promise<string | null> {
  return whyNoProgram(PROGRAM, 'chromium');
}

export function launchChromium(): Promise<Browser> {
  return chromium.launch({ executablePath: PROGRAM, args: FLAGS });
}
