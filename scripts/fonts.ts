/** Run `npm run fonts` by hand after you change a font. */
import { copyFile, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import subsetFont from 'subset-font';

const root = join(import.meta.dirname, '..');
const target = join(root, 'apps/web/src/ui/fonts');

const between = (first: number, last: number) =>
  String.fromCodePoint(...Array.from({ length: last - first + 1 }, (_, step) => first + step));

// Each set is the same as the unicode-range of its @font-face in ui/theme.css.
const basicLetters = `${between(0x20, 0x7e)}\u00a0©·×–—‘’“”•…−`;
// With more signs, the font would be half as large again.
const headingLetters = `${between(0x30, 0x39)}${between(0x41, 0x5a)}${between(0x61, 0x7a)} !'(),-.:?\u00a0–’`;
const rareSigns = '#$*<=>[\\]^`{|}~—−';
const ghanaianLetters = 'ƉƐƑƔŊƆƲɖɛƒɣŋɔʋ';
// The cedi sign has a font of its own: every list of studies shows this sign, but few show Ghanaian letters.
const cedi = '₵';
const accented = `${between(0xc0, 0xd6)}${between(0xd8, 0xf6)}${between(0xf8, 0xff)}`;
const basicLettersWithout = (characters: string) =>
  [...basicLetters].filter((character) => !characters.includes(character)).join('');

const text = { family: 'noto-sans', axes: { wght: { min: 400, max: 700, default: 400 } } };
const headings = { family: 'bricolage-grotesque', axes: { wght: 680 } };
const fonts = [
  { ...text, part: 'latin', characters: basicLettersWithout(rareSigns), name: 'noto-sans' },
  { ...text, part: 'latin', characters: rareSigns, name: 'noto-sans-seldom' },
  { ...text, part: 'latin-ext', characters: ghanaianLetters, name: 'noto-sans-ghana' },
  { ...text, part: 'latin-ext', characters: cedi, name: 'noto-sans-cedi' },
  { ...text, part: 'latin', characters: accented, name: 'noto-sans-accented' },
  { ...headings, part: 'latin', characters: headingLetters, name: 'bricolage-grotesque' },
  {
    ...headings,
    part: 'latin',
    characters: basicLettersWithout(headingLetters),
    name: 'bricolage-grotesque-signs',
  },
];

for (const { family, part, characters, axes, name } of fonts) {
  const source = join(root, 'node_modules/@fontsource-variable', family);
  const font = await readFile(join(source, 'files', `${family}-${part}-wght-normal.woff2`));
  const cut = await subsetFont(font, characters, {
    targetFormat: 'woff2',
    variationAxes: axes,
    keepFeatures: ['kern', 'mark', 'mkmk', 'tnum'],
  });
  await writeFile(join(target, `${name}.woff2`), cut);
  await copyFile(join(source, 'LICENSE'), join(target, `${family}.OFL.txt`));
  process.stdout.write(`${(cut.length / 1024).toFixed(1).padStart(5)} KiB  ${name}.woff2\n`);
}
