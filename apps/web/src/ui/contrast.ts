/** theme.test.ts compares these pairs with the sources and with WCAG. */
type Pairs = Readonly<Record<string, readonly string[]>>;

const page = ['paper', 'surface', 'sunken'];
const tints = ['green-tint', 'gold-tint', 'volta-tint', 'laterite-tint'];

/** Text needs a contrast of 4.5 to 1. */
export const textPairs: Pairs = {
  cocoa: [...page, ...tints, 'line'],
  'cocoa-2': [...page, ...tints],
  'cocoa-3': [...page, 'green-tint'],
  green: [...page, 'green-tint'],
  'green-2': page,
  'on-green': ['green', 'green-2'],
  'gold-ink': [...page, 'gold-tint'],
  laterite: [...page, 'gold-tint', 'green-tint', 'laterite-tint'],
  'on-laterite': ['laterite', 'laterite-2'],
  volta: [...page, 'volta-tint'],
  paper: ['cocoa'],
  'on-toast': ['toast'],
};

/** Outlines and meaningful icons need a contrast of 3 to 1 (WCAG 1.4.11). */
export const controlPairs: Pairs = {
  'line-strong': page,
  cocoa: page,
  green: [...page, 'green-tint'],
  laterite: page,
  'toast-ok': ['toast'],
  'toast-error': ['toast'],
  'toast-info': ['toast'],
};

/** One of the two rings is visible on every background. */
export const focusRings = ['gold', 'focus-inner'] as const;
export const focusGrounds = [...page, ...tints, 'toast', 'cocoa'] as const;

function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const channel = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** WCAG 2.2 defines this ratio, from 1 to 21. */
export function contrast(one: string, other: string): number {
  const [high = 0, low = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (high + 0.05) / (low + 0.05);
}
