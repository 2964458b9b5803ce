import type { Locator } from '@playwright/test';

/** ISO/IEC 18004, table 10: a mask inverts the modules where its value is 0. */
const MASKS: readonly ((x: number, y: number) => number)[] = [
  (x, y) => (x + y) % 2,
  (_, y) => y % 2,
  (x) => x % 3,
  (x, y) => (x + y) % 3,
  (x, y) => (Math.floor(x / 3) + Math.floor(y / 2)) % 2,
  (x, y) => ((x * y) % 2) + ((x * y) % 3),
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2,
  (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2,
];

/** Returns whether each module is dark. The first dark pixels are the top of a pattern of seven modules. */
async function readModules(code: Locator): Promise<boolean[][]> {
  const png = (await code.screenshot()).toString('base64');
  return code.page().evaluate(`(async () => {
    const bytes = Uint8Array.from(atob('${png}'), (character) => character.charCodeAt(0));
    const image = await createImageBitmap(new Blob([bytes]));
    const context = new OffscreenCanvas(image.width, image.height).getContext('2d');
    context.drawImage(image, 0, 0);
    const { data, width } = context.getImageData(0, 0, image.width, image.height);
    const isDark = (x, y) => data[(y * width + x) * 4] < 128;
    const first = Array.from({ length: data.length / 4 }).findIndex((_, at) => isDark(at % width, Math.floor(at / width)));
    const [left, top] = [first % width, Math.floor(first / width)];
    let end = left;
    while (isDark(end, top)) end += 1;
    const size = Math.round((width - 2 * left) / ((end - left) / 7));
    const at = (index, from) => Math.floor(from + ((index + 0.5) * (width - 2 * left)) / size);
    const range = [...Array(size).keys()];
    return range.map((y) => range.map((x) => isDark(at(x, left), at(y, top))));
  })()`);
}

/**
 * Reads the text of a clean code without the library that wrote it, and without error correction. Knows bytes
 * in versions 1 to 3, which have a single block.
 */
function decodeModules(modules: readonly (readonly boolean[])[]): string {
  const size = modules.length;
  const bit = (x: number, y: number) => Number(modules[y]?.[x]);
  const mask = MASKS[((bit(2, 8) << 2) | (bit(3, 8) << 1) | bit(4, 8)) ^ 0b101]!;
  const isAligning = (at: number) => size > 21 && Math.abs(at - (size - 7)) <= 2;
  const isData = (x: number, y: number) =>
    !(x === 6 || y === 6 || (x < 9 && y < 9) || (x >= size - 8 && y < 9) || (x < 9 && y >= size - 8)) &&
    !(isAligning(x) && isAligning(y));
  const bits: number[] = [];
  let isUpward = true;
  for (let right = size - 1; right > 0; right -= right === 8 ? 3 : 2) {
    for (let step = 0; step < size; step += 1) {
      const y = isUpward ? size - 1 - step : step;
      for (const x of [right, right - 1]) if (isData(x, y)) bits.push(bit(x, y) ^ Number(mask(x, y) === 0));
    }
    isUpward = !isUpward;
  }
  const read = (from: number, length: number) => Number.parseInt(bits.slice(from, from + length).join(''), 2);
  if (read(0, 4) !== 0b0100) throw new Error('The code has no bytes');
  return String.fromCharCode(...Array.from({ length: read(4, 8) }, (_, index) => read(12 + 8 * index, 8)));
}

export const readQrCode = async (code: Locator) => decodeModules(await readModules(code));
