/** Cuts the fonts of the web app down to the letters that it writes, once for all: `npm run fonts`. */
import { copyFile, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import subsetFont from 'subset-font';

const root = join(import.meta.dirname, '..');
const target = join(root, 'apps/web/src/ui/fonts');

const between = (first: number, last: number) =>
  String.fromCodePoint(...Array.from({ length: last - first + 1 }, (_, step) => first + step));

// Each set is the unicode-range of its @font-face in ui/theme.css.
const plain = `${between(0x20, 0x7e)}\u00a0©·×–—‘’“”•…−`;
const ghana = 'ƉƐƑƔŊƆƲɖɛƒɣŋɔʋ';
// On every list of studies, most of which no letter of Ghana's languages is on.
const cedi = '₵';
const accented = `${between(0xc0, 0xd6)}${between(0xd8, 0xf6)}${between(0xf8, 0xff)}`;

const text = { wght: { min: 400, max: 700, default: 400 } };
const fonts = [
  { family: 'noto-sans', part: 'latin', letters: plain, axes: text, name: 'noto-sans' },
  { family: 'noto-sans', part: 'latin-ext', letters: ghana, axes: text, name: 'noto-sans-ghana' },
  { family: 'noto-sans', part: 'latin-ext', letters: cedi, axes: text, name: 'noto-sans-cedi' },
  { family: 'noto-sans', part: 'latin', letters: accented, axes: text, name: 'noto-sans-accented' },
  {
    family: 'bricolage-grotesque',
    part: 'latin',
    letters: plain,
    axes: { wght: 680 },
    name: 'bricolage-grotesque',
  },
];

for (const { family, part, letters, axes, name } of fonts) {
  const source = join(root, 'node_modules/@fontsource-variable', family);
  const font = await readFile(join(source, 'files', `${family}-${part}-wght-normal.woff2`));
  const cut = await subsetFont(font, letters, {
    targetFormat: 'woff2',
    variationAxes: axes,
    keepFeatures: ['kern', 'mark', 'mkmk', 'tnum'],
  });
  await writeFile(join(target, `${name}.woff2`), cut);
  await copyFile(join(source, 'LICENSE'), join(target, `${family}.OFL.txt`));
  process.stdout.write(`${(cut.length / 1024).toFixed(1).padStart(5)} KiB  ${name}.woff2\n`);
}
