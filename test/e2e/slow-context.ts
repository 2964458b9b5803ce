import type { BrowserContext, CDPSession, Page } from '@playwright/test';
import { SLOW } from '../support/sizes.ts';

/** The page that was opened last, of any person: a throttled page keeps a core busy even while it rests. */
let front: CDPSession | undefined;

/** From here on pages of the context run as if their processor were SLOW times slower, the last one at a time. */
export function slowDown(context: BrowserContext): void {
  const sessions = new Set<CDPSession>();
  let isOffline = false;
  // A page that has closed needs nothing.
  const throttle = (session: CDPSession | undefined, rate: number) =>
    session?.send('Emulation.setCPUThrottlingRate', { rate }).catch(() => undefined);
  const cut = (session: CDPSession) =>
    session
      .send('Network.emulateNetworkConditions', {
        offline: isOffline,
        latency: 0,
        downloadThroughput: -1,
        uploadThroughput: -1,
      })
      .catch(() => undefined);
  context.on('page', async (page: Page) => {
    const session = await context.newCDPSession(page).catch(() => undefined);
    if (session === undefined) return;
    sessions.add(session);
    await throttle(front, 1);
    front = session;
    await throttle(session, SLOW);
  });
  const setOffline = context.setOffline.bind(context);
  // A document asks all that emulate its network whether it is online, and the latest session answers for itself.
  context.setOffline = async (offline) => {
    isOffline = offline;
    await setOffline(offline);
    await Promise.all([...sessions].map(cut));
  };
}
