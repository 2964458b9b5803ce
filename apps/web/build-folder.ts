/** The words are those that this process has; the router reads its settings where that cannot be asked of them. */
export const isPseudo = process.env.NODE_OPTIONS?.includes('--conditions=pseudo') === true;

/** The pages are built once a language, each into a folder of its name (words/…/language.ts). */
export const buildFolder = `build/${isPseudo ? 'en-XA' : 'en-GH'}`;
