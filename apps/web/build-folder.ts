/** The router's settings cannot import the words, so the environment names the language. */
export const isPseudo = process.env.NODE_OPTIONS?.includes('--conditions=pseudo') === true;

/** Each language has its own build (words/…/language.ts). */
export const buildFolder = `build/${isPseudo ? 'en-XA' : 'en-GH'}`;
