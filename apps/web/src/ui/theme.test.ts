import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { contrast, controlPairs, focusGrounds, focusRings, textPairs } from './contrast.ts';

const css = readFileSync(new URL('./theme.css', import.meta.url), 'utf8');
const [lightCss = '', darkCss = ''] = css.split('@media (prefers-color-scheme: dark)');

function tokensOf(text: string): Record<string, string> {
  return Object.fromEntries(
    [...text.matchAll(/--color-([\w-]+): (#[0-9a-f]{6});/g)].map((m) => [m[1], m[2]]),
  );
}

const light = tokensOf(lightCss);
const themes = { light, dark: { ...light, ...tokensOf(darkCss) } };

const flat = (pairs: Readonly<Record<string, readonly string[]>>) =>
  Object.entries(pairs).flatMap(([foreground, grounds]) =>
    grounds.map((ground) => [foreground, ground] as const),
  );

describe.each(Object.entries(themes))('the %s theme', (_, tokens) => {
  it.each(flat(textPairs))('%s has enough contrast for text on %s', (foreground, ground) => {
    expect(contrast(tokens[foreground]!, tokens[ground]!)).toBeGreaterThanOrEqual(4.5);
  });

  it.each(flat(controlPairs))('%s has enough contrast for controls on %s', (foreground, ground) => {
    expect(contrast(tokens[foreground]!, tokens[ground]!)).toBeGreaterThanOrEqual(3);
  });

  it.each(focusGrounds)('the focus outline has enough contrast on %s', (ground) => {
    const rings = focusRings.map((ring) => contrast(tokens[ring]!, tokens[ground]!));
    expect(Math.max(...rings)).toBeGreaterThanOrEqual(3);
  });
});

interface Use {
  token: string;
  /** A disabled control has separate colours, and none of another state. */
  isDisabled: boolean;
}

/** Finds classes such as `hover:bg-green-tint` in one literal, for tokens of the theme. */
function usesOf(literal: string, properties: string): Use[] {
  const pattern = new RegExp(`(?<=^|\\s)((?:[^\\s:]+:)*)(?:${properties})-([a-z0-9-]+)(?=\\s|$)`, 'g');
  return [...literal.matchAll(pattern)].flatMap(([, variants = '', token = '']) =>
    // Pseudo-elements draw only lines beside the text.
    token in light && !/before:|after:|backdrop:/.test(variants)
      ? [{ token, isDisabled: /(^|:|-)disabled:/.test(variants.replaceAll('not-disabled:', '')) }]
      : [],
  );
}

const src = new URL('..', import.meta.url).pathname;
const literals = globSync('**/*.{ts,tsx}', { cwd: src })
  .filter((file) => !file.endsWith('.test.ts'))
  .map((file) => {
    const text = readFileSync(src + file, 'utf8');
    return { file, literals: text.match(/'[^'\n]*'|"[^"\n]*"|`[^`]*`/g)?.map((t) => t.slice(1, -1)) ?? [] };
  });

const across = (texts: readonly Use[], grounds: readonly Use[]) =>
  texts.flatMap((text) =>
    grounds
      .filter((ground) => ground.isDisabled === text.isDisabled)
      .map((ground) => `${text.token} on ${ground.token}`),
  );

const page = ['paper', 'surface', 'sunken'].map((token) => ({ token, isDisabled: false }));
/** A full colour is only a mark, or its element also names the text colour. */
const mayLieUnder = ({ token }: Use) =>
  token.endsWith('-tint') || page.some((ground) => ground.token === token);

/**
 * Collects every pair that the sources can show: text on the background of its own element. Text without one
 * is on the page's background or on any pale one in its file.
 */
function usedTextPairs(): Set<string> {
  const pairs = literals.flatMap(({ literals: all }) => {
    const both = all.map((literal) => ({ texts: usesOf(literal, 'text'), grounds: usesOf(literal, 'bg') }));
    const loose = both.filter(({ grounds }) => grounds.length === 0).flatMap(({ texts }) => texts);
    const bare = both
      .filter(({ texts }) => texts.length === 0)
      .flatMap(({ grounds }) => grounds.filter(mayLieUnder));
    return [
      ...both.flatMap(({ texts, grounds }) => across(texts, grounds)),
      ...across(loose, [...page, ...bare]),
    ];
  });
  return new Set(pairs);
}

describe('the sources', () => {
  it('put text only on backgrounds that are checked above', () => {
    const known = new Set(flat(textPairs).map(([foreground, ground]) => `${foreground} on ${ground}`));
    const used = usedTextPairs();
    expect(used.size).toBeGreaterThan(25);
    expect([...used].filter((pair) => !known.has(pair)).sort()).toEqual([]);
  });

  it('draw controls only in colours that are checked above', () => {
    // Lines between elements and edges of disabled or floating ones carry no meaning.
    const silent = new Set(['line', 'sunken', 'toast-line', 'green-2', 'laterite-2', ...focusRings]);
    const used = literals.flatMap(({ literals: all }) =>
      all.flatMap((literal) => usesOf(literal, 'border|edge|outline|accent').map(({ token }) => token)),
    );
    const unknown = used.filter((token) => !(token in controlPairs) && !silent.has(token));
    expect(used).toContain('line-strong');
    expect(unknown).toEqual([]);
  });
});
