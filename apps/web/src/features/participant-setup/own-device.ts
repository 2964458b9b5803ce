import type { BROWSERS, PHONE_OSES } from '@app/contracts/enumerations.ts';

type Browser = (typeof BROWSERS)[number];
type PhoneOs = (typeof PHONE_OSES)[number];

/** In the order in which they give themselves out for each other. */
const browsers: readonly [RegExp, Browser | undefined][] = [
  [/Opera Mini/, 'OPERA_MINI'],
  // Nothing of the list.
  [/OPR\/|SamsungBrowser|UCBrowser/, undefined],
  [/Edg(e|A|iOS)?\//, 'EDGE'],
  [/Firefox|FxiOS/, 'FIREFOX'],
  [/Chrome|CriOS/, 'CHROME'],
  [/Safari/, 'SAFARI'],
];

/**
 * What a browser tells of the device in the hand, as far as it is nearly always so: chosen beforehand, seen, and changed by one
 * press.
 */
export function ownDevice(userAgent: string): { browsers: Browser[]; phoneOs: PhoneOs | undefined } {
  const browser = browsers.find(([sign]) => sign.test(userAgent))?.[1];
  let phoneOs: PhoneOs | undefined;
  if (userAgent.includes('iPhone')) phoneOs = 'IOS_IPHONE';
  else if (/Android.*Mobile/.test(userAgent)) phoneOs = 'ANDROID';
  return { browsers: browser ? [browser] : [], phoneOs };
}
