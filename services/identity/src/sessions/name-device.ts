import { BROWSER_MAP, parse } from 'bowser';
import { accountWords } from '@app/words/accounts.ts';

/** Real ones are shorter; a longer one only costs time. */
const LONGEST_USER_AGENT = 400;

const knownBrowsers = new Set<string>(Object.values(BROWSER_MAP));

/**
 * What somebody knows their device by, such as 'Chrome on Android'; null if the browser does not say. For browsers that it
 * does not know the parser answers with the caller's own text, which is not taken.
 */
export function nameDevice(userAgent: string | undefined): string | null {
  if (userAgent === undefined || userAgent.trim() === '') return null;
  const { browser, os } = parse(userAgent.slice(0, LONGEST_USER_AGENT));
  if (browser.name === undefined || !knownBrowsers.has(browser.name)) return null;
  return os.name === undefined ? browser.name : accountWords.device(browser.name, os.name);
}
