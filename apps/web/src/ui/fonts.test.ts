import { globSync, readFileSync, statSync } from 'node:fs';
import { expect, it } from 'vitest';

const css = readFileSync(new URL('./fonts.css', import.meta.url), 'utf8');
const folder = new URL('./fonts/', import.meta.url);

interface Face {
  family: string;
  file: string;
  ranges: [first: number, last: number][];
}

const faces: Face[] = css.split('@font-face').flatMap((face) => {
  const file = /url\('\.\/fonts\/([^']+)'\)/.exec(face)?.[1];
  if (file === undefined) return [];
  const family = /font-family: '([^']+)'/.exec(face)?.[1] ?? '';
  const ranges = [...face.matchAll(/U\+([0-9A-F]+)(?:-([0-9A-F]+))?/g)].map(
    ([, first = '', last = first]): [number, number] => [parseInt(first, 16), parseInt(last, 16)],
  );
  return [{ family, file, ranges }];
});

const isDrawn = (character: string) => {
  const code = character.codePointAt(0)!;
  return faces.some(
    ({ family, ranges }) =>
      family === 'Noto Sans' && ranges.some(([first, last]) => code >= first && code <= last),
  );
};

it('has every letter of the texts and of Ghana’s languages', () => {
  const messages = new URL('../../../../words/en/', import.meta.url).pathname;
  const texts = globSync('*.ts', { cwd: messages }).map((file) => readFileSync(messages + file, 'utf8'));
  const characters = new Set(`${texts.join('')}ƐɛƆɔŊŋƉɖƑƒƔɣƲʋ₵`.replaceAll(/\s/g, ''));
  expect([...characters].filter((character) => !isDrawn(character))).toEqual([]);
});

it('loads at most 24 KiB of fonts for a page', () => {
  // Accents and rare signs load only with a text that contains one.
  const isSeldom = (file: string) => /accented|seldom|signs/.test(file);
  const files = [...new Set(faces.map(({ file }) => file))].filter((file) => !isSeldom(file));
  const bytes = files.reduce((total, file) => total + statSync(new URL(file, folder)).size, 0);
  // The files are text, headings, the letters of Ghana's languages, and the cedi sign.
  expect(files).toHaveLength(4);
  expect(bytes / 1024).toBeLessThanOrEqual(24);
});
