import { type Page, expect } from '@playwright/test';
import { sizeOf } from './layout.ts';

/** This is a cheap phone in portrait. */
export const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };

/** Runs in the page: finds targets that are smaller than a finger, except links within a sentence. */
const SMALL_TARGETS = `(() => {
  const LEAST = 44;
  const pressed = 'a[href], button, select, summary, textarea, input:not([type=hidden]), [role=gridcell][tabindex], [role=button]';
  const isInSentence = (element) =>
    element.matches('a') && getComputedStyle(element).display === 'inline' &&
    [...element.parentNode.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent.trim() !== '');
  const boxOf = (element) => {
    const label = element.labels?.[0];
    const parts = label?.contains(element) ? [label] : [element];
    return parts[0].getBoundingClientRect();
  };
  const overlaid = (element) => {
    const { content, position } = getComputedStyle(element, '::after');
    return content !== 'none' && position === 'absolute' ? element.offsetParent?.getBoundingClientRect() : undefined;
  };
  const top = document.querySelector('dialog[open]') ?? document.body;
  return [...top.querySelectorAll(pressed)].flatMap((element) => {
    // Elements for screen readers and the keyboard only are clipped.
    const isUnseen = !element.checkVisibility({ visibilityProperty: true }) || getComputedStyle(element).clipPath !== 'none';
    if ((isUnseen && !element.labels?.[0]) || element.closest('[inert]') || isInSentence(element)) return [];
    const box = overlaid(element) ?? boxOf(element);
    if (box.width <= 1 || (box.width >= LEAST - 0.5 && box.height >= LEAST - 0.5)) return [];
    const words = element.ariaLabel ?? element.labels?.[0]?.textContent ?? element.textContent;
    return [words.trim().slice(0, 40) + ': ' + Math.round(box.width) + ' x ' + Math.round(box.height)];
  });
})()`;

/** Runs in the page: finds fields that are covered while they have the focus. */
const COVERED_FIELDS = `(async () => {
  const before = document.activeElement;
  const covered = [];
  const top = document.querySelector('dialog[open]') ?? document.querySelector('main');
  for (const field of top.querySelectorAll(':is(input, textarea, select):not([type=hidden], [type=radio])')) {
    if (!field.checkVisibility() || field.disabled) continue;
    field.focus();
    const foundOn = () => {
      const box = (field.offsetWidth > 1 ? field : field.labels[0]).getBoundingClientRect();
      const all = document.elementsFromPoint(box.x + box.width / 2, box.y + Math.min(box.height / 2, 24));
      // A toast disappears by itself.
      return all.find((element) => !element.closest('[aria-live]')) ?? null;
    };
    const isFree = (found) => found !== null && (found === field || field.labels?.[0]?.contains(found));
    // Scrolling there may take some frames.
    for (let frame = 0; frame < 30 && !isFree(foundOn()); frame += 1) await new Promise(requestAnimationFrame);
    const found = foundOn();
    if (!isFree(found)) covered.push((field.labels?.[0]?.textContent ?? field.name) + ' under ' + (found?.textContent ?? 'nothing').slice(0, 40));
  }
  if (before instanceof HTMLElement) before.focus();
  return covered;
})()`;

const whereIs = (page: Page) => new URL(page.url()).pathname + new URL(page.url()).search;

/** Checks that the page fits 360 px, and that its targets are large enough. */
export async function expectRoomForFingers(page: Page): Promise<void> {
  const where = whereIs(page);
  expect.soft((await sizeOf(page)).width, `${where} is not wider`).toBe(360);
  expect.soft(await page.evaluate(SMALL_TARGETS), `${where}: targets of a finger's size`).toEqual([]);
}

/** Also checks that every field stays visible while it has the focus. The focus visits all of them. */
export async function expectToFitPhone(page: Page): Promise<void> {
  await expectRoomForFingers(page);
  // The keyboard of a phone leaves this height.
  await withHeight(page, 420, async () => {
    const covered = await page.evaluate(COVERED_FIELDS);
    expect.soft(covered, `${whereIs(page)}: fields free above the keyboard`).toEqual([]);
  });
}

async function withHeight(page: Page, height: number, look: () => Promise<void>): Promise<void> {
  const size = page.viewportSize()!;
  const become = async (to: number) => {
    await page.setViewportSize({ ...size, height: to });
    await expect.poll(() => page.evaluate('innerHeight')).toBe(to);
  };
  await become(height);
  await look();
  await become(size.height);
}
