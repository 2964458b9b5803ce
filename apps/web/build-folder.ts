/** The words are those of this process; the router reads its settings where it cannot ask them. */
export const isPseudo = process.env.NODE_OPTIONS?.includes('--conditions=pseudo') === true;

/** The pages are built once a language, each into a folder of its name (words/…/language.ts). */
export const buildFolder = `build/${isPseudo ? 'en-XA' : 'en-GH'}`;
