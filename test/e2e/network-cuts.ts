import type { EndpointShape } from '@app/contracts/endpoint.ts';
import { failureWords } from '@app/words/failures.ts';
import { partWords } from '@app/words/parts.ts';
import { type Page, type Route, expect } from '@playwright/test';

/** Where the calls of an endpoint go, whatever their parameters. */
const addressOf = ({ path }: EndpointShape) =>
  new RegExp(`/api/v1${path.replaceAll(/:\w+/g, '[^/?]+')}(\\?|$)`);

/** A toast says it, and is put away so that the next one is known to be new. */
async function expectNotReached(page: Page): Promise<void> {
  const toast = page
    .getByRole('region', { name: partWords.messages })
    .getByRole('listitem')
    .filter({ hasText: failureWords.network });
  await expect(toast).toHaveCount(1);
  const cross = toast.getByRole('button', { name: partWords.dismissMessage });
  // By no pointer: a press beside it would close an open popup.
  await cross.dispatchEvent('click');
  await expect(toast).toHaveCount(0);
}

interface Cut {
  /** What is sent by the press. */
  endpoint: EndpointShape;
  press: () => Promise<unknown>;
  /** What was typed or chosen stands there, and can be sent again. */
  keeps: () => Promise<unknown>;
}

export async function pressWithoutNetwork(
  page: Page,
  { press, keeps }: Omit<Cut, 'endpoint'>,
): Promise<void> {
  await keeps();
  await page.context().setOffline(true);
  await press();
  await expectNotReached(page);
  await keeps();
  await page.context().setOffline(false);
}

/** The server has done it, and nobody knows. */
export async function pressWithLostAnswer(
  page: Page,
  { endpoint, press }: Omit<Cut, 'keeps'>,
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

/** A press without a network, and one whose answer is lost on its way back: both are to be made again. */
export async function pressThroughCuts(page: Page, cut: Cut): Promise<void> {
  await pressWithoutNetwork(page, cut);
  await pressWithLostAnswer(page, cut);
  await cut.keeps();
}

/**
 * Through both cuts, and once more. Back online the page would read again what it shows, and find the press done
 * already. So until that is sent again, nothing below `read` is read.
 */
export async function pressUntilHeard(page: Page, read: string, cut: Cut): Promise<void> {
  const reads = `**${read}/**`;
  await cut.keeps();
  await page.route(reads, (route) => (route.request().method() === 'GET' ? route.abort() : route.fallback()));
  await pressThroughCuts(page, cut);
  const sent = async (route: Route) => {
    await page.unroute(reads);
    return route.fallback();
  };
  await page.route(addressOf(cut.endpoint), sent, { times: 1 });
  await cut.press();
}
