import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const css = readFileSync(new URL('./theme.css', import.meta.url), 'utf8');
const [lightCss = '', darkCss = ''] = css.split('@media (prefers-color-scheme: dark)');

function tokensOf(text: string): Record<string, string> {
  return Object.fromEntries(
    [...text.matchAll(/--color-([\w-]+): (#[0-9a-f]{6});/g)].map((m) => [m[1], m[2]]),
  );
}

const light = tokensOf(lightCss);
const themes = { light, dark: { ...light, ...tokensOf(darkCss) } };

function luminance(hex: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const channel = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(one: string, other: string): number {
  const [high = 0, low = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (high + 0.05) / (low + 0.05);
}

const grounds = ['paper', 'surface', 'sunken'];
const text: [string, string[]][] = [
  ['cocoa', [...grounds, 'gold-tint', 'green-tint', 'laterite-tint', 'volta-tint']],
  ['cocoa-2', [...grounds, 'gold-tint', 'green-tint']],
  ['cocoa-3', grounds],
  ['green', [...grounds, 'green-tint']],
  ['green-2', grounds],
  ['on-green', ['green', 'green-2']],
  ['gold-ink', ['paper', 'surface', 'gold-tint']],
  ['laterite', [...grounds, 'laterite-tint']],
  ['on-laterite', ['laterite', 'laterite-2']],
  ['volta', [...grounds, 'volta-tint']],
  ['on-toast', ['toast']],
  ['paper', ['cocoa']],
];
const controls: [string, string[]][] = [
  ['line-strong', ['paper', 'surface']],
  ['focus-inner', ['gold']],
  ['toast-ok', ['toast']],
  ['toast-error', ['toast']],
  ['toast-info', ['toast']],
];

describe.each(Object.entries(themes))('the %s theme', (_, tokens) => {
  const pairs = (list: [string, string[]][]) =>
    list.flatMap(([over, unders]) => unders.map((under) => [over, under] as const));

  it.each(pairs(text))('%s can be read on %s', (over, under) => {
    expect(contrast(tokens[over]!, tokens[under]!)).toBeGreaterThanOrEqual(4.5);
  });

  it.each(pairs(controls))('%s can be made out on %s', (over, under) => {
    expect(contrast(tokens[over]!, tokens[under]!)).toBeGreaterThanOrEqual(3);
  });
});
