import { expect, onTestFinished } from 'vitest';
import type { TestApp } from '../../../test/support/app.ts';
import { type OpenPage, openPage, listenForOrigin } from '../../../test/support/event-stream.ts';

export async function watchPage(app: TestApp, person: { token: string }): Promise<OpenPage> {
  const page = await openPage(await listenForOrigin(app.process.app), person);
  onTestFinished(page.leave);
  await expect.poll(() => page.counts.length).toBeGreaterThan(0);
  return page;
}
