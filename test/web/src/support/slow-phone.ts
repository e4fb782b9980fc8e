import type { CDPSession, Page } from 'playwright-core';

/** An ordinary mobile network. */
const MOBILE = {
  offline: false,
  latency: 60,
  downloadThroughput: (9_000 * 1_024) / 8,
  uploadThroughput: (1_500 * 1_024) / 8,
};

/** Gives a page a phone's line and a phone's processor, which is so many times slower than this one. */
export async function slowedDown(page: Page, times: number): Promise<CDPSession> {
  const device = await page.context().newCDPSession(page);
  await device.send('Network.enable');
  await device.send('Network.emulateNetworkConditions', MOBILE);
  await device.send('Emulation.setCPUThrottlingRate', { rate: times });
  return device;
}

/** A tunnel, or a lift: nothing is sent, nothing comes, and what was under way is lost. */
export async function cutOff(device: CDPSession, isCut: boolean): Promise<void> {
  await device.send('Network.emulateNetworkConditions', { ...MOBILE, offline: isCut });
}
