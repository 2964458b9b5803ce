import type { EndpointShape } from '@app/contracts/endpoint.ts';
import { failureWords } from '@app/words/failures.ts';
import { partWords } from '@app/words/parts.ts';
import { type Page, type Route, expect } from '@playwright/test';

/** Matches the addresses of an endpoint, with any parameters. */
const addressOf = ({ path }: EndpointShape) =>
  new RegExp(`/api/v1${path.replaceAll(/:\w+/g, '[^/?]+')}(\\?|$)`);

/** A toast reports it, and is dismissed so that the next one is known to be new. */
async function expectNotReached(page: Page): Promise<void> {
  const toast = page
    .getByRole('region', { name: partWords.messages })
    .getByRole('listitem')
    .filter({ hasText: failureWords.network });
  await expect(toast).toHaveCount(1);
  const cross = toast.getByRole('button', { name: partWords.dismissMessage });
  // This uses no pointer: a press beside the popup would close it.
  await cross.dispatchEvent('click');
  await expect(toast).toHaveCount(0);
}

interface Cut {
  /** The press calls this endpoint. */
  endpoint: EndpointShape;
  press: () => Promise<unknown>;
  /** The input is still there, and can be sent again. */
  expectKept: () => Promise<unknown>;
}

export async function pressWithoutNetwork(
  page: Page,
  { press, expectKept }: Omit<Cut, 'endpoint'>,
): Promise<void> {
  await expectKept();
  await page.context().setOffline(true);
  await press();
  await expectNotReached(page);
  await expectKept();
  await page.context().setOffline(false);
}

/** The server processes the call, but its response is lost. */
export async function pressWithLostAnswer(
  page: Page,
  { endpoint, press }: Omit<Cut, 'expectKept'>,
): Promise<void> {
  const address = addressOf(endpoint);
  let lost = 0;
  await page.route(address, async (route) => {
    if (route.request().method() !== endpoint.method) return route.fallback();
    const answer = await route.fetch();
    expect(answer.ok(), `${endpoint.method} ${endpoint.path}`).toBe(true);
    lost += 1;
    return route.abort('connectionreset');
  });
  await press();
  await expectNotReached(page);
  await page.unroute(address);
  expect(lost).toBe(1);
}

/** Presses once without a network and once with a lost response: both must be pressed again. */
export async function pressThroughCuts(page: Page, cut: Cut): Promise<void> {
  await pressWithoutNetwork(page, cut);
  await pressWithLostAnswer(page, cut);
  await cut.expectKept();
}

/**
 * Presses through both cuts and once more. After reconnecting, the page would reload and find the press done,
 * so nothing below `read` is loaded until the press is sent again.
 */
export async function pressUntilHeard(page: Page, read: string, cut: Cut): Promise<void> {
  const reads = `**${read}/**`;
  await cut.expectKept();
  await page.route(reads, (route) => (route.request().method() === 'GET' ? route.abort() : route.fallback()));
  await pressThroughCuts(page, cut);
  const sent = async (route: Route) => {
    await page.unroute(reads);
    return route.fallback();
  };
  await page.route(addressOf(cut.endpoint), sent, { times: 1 });
  await cut.press();
}
