/** Which tokens of theme.css stand on which; theme.test.ts holds this list to the sources, and the contrast to WCAG. */
type Pairs = Readonly<Record<string, readonly string[]>>;

const page = ['paper', 'surface', 'sunken'];
const tints = ['green-tint', 'gold-tint', 'volta-tint', 'laterite-tint'];

/** Words, at 4.5 to 1 or more. */
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

/** Outlines of controls, and signs with a meaning, at 3 to 1 or more. */
export const controlPairs: Pairs = {
  'line-strong': page,
  cocoa: page,
  green: [...page, 'green-tint'],
  laterite: page,
  'toast-ok': ['toast'],
  'toast-error': ['toast'],
  'toast-info': ['toast'],
};

/** The gold ring of the focus with the dark one inside: on every ground one of the two stands out. */
export const focusRings = ['gold', 'focus-inner'] as const;
export const focusGrounds = [...page, ...tints, 'toast', 'cocoa'] as const;
