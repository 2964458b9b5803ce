export const NETWORKS = ['MTN', 'TELECEL', 'AIRTEL_TIGO'] as const;
export type Network = (typeof NETWORKS)[number];

const PREFIXES: Record<Network, readonly string[]> = {
  MTN: ['24', '25', '53', '54', '55', '59'],
  TELECEL: ['20', '50'],
  AIRTEL_TIGO: ['26', '27', '56', '57'],
};

/** The number in E.164, however a provider writes it; undefined where it is none. */
export function phoneNumber(text: string): string | undefined {
  const [, national] = /^(?:\+?233|0)(\d{9})$/.exec(text) ?? [];
  if (national !== undefined) return `+233${national}`;
  // The numbers of MTN's sandbox are Swedish.
  return /^467\d{8}$/.test(text) ? `+${text}` : undefined;
}

export const msisdnOf = (number: string): string => number.replace('+', '');
export const localOf = (number: string): string => number.replace('+233', '0');

/** A hint, since a number may have moved to another network. */
export function networkByPrefix(number: string): Network | undefined {
  return NETWORKS.find((network) => PREFIXES[network].includes(number.slice(4, 6)));
}
