import type { BROWSERS, PHONE_OSES } from '@app/contracts/enumerations.ts';

type Known<T extends readonly string[]> = readonly [RegExp, T[number]?][];

/** In the order in which they give themselves out for each other; none of the list is the first. */
const browsers: Known<typeof BROWSERS> = [
  [/OPR|SamsungB|UCB/],
  [/Opera Mini/, 'OPERA_MINI'],
  [/Edg/, 'EDGE'],
  [/Firefox|FxiOS/, 'FIREFOX'],
  [/Chrome|CriOS/, 'CHROME'],
  [/Safari/, 'SAFARI'],
];
const phones: Known<typeof PHONE_OSES> = [
  [/iPhone/, 'IOS_IPHONE'],
  [/Android.*Mobile/, 'ANDROID'],
];

/**
 * What a browser tells of the device in the hand, as far as it is nearly always so: chosen beforehand, seen, and changed by one
 * press.
 */
export function ownDevice(userAgent: string) {
  const among = <T extends readonly string[]>(known: Known<T>) =>
    known.find(([sign]) => sign.test(userAgent))?.[1];
  const browser = among(browsers);
  return { browsers: browser ? [browser] : [], phoneOs: among(phones) };
}
