/** The router's settings cannot import the words. So the environment says which language is built. */
export const isPseudo = process.env.NODE_OPTIONS?.includes('--conditions=pseudo') === true;

/** Each language has its own build (words/…/language.ts). */
export const buildFolder = `build/${isPseudo ? 'en-XA' : 'en-GH'}`;
