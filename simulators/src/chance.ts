import { createHash } from 'node:crypto';

/** The result depends on the seed and not on the order of calls, so the same seed repeats a run exactly. */
export function seededChance(...decided: (string | number)[]): number {
  return createHash('sha256').update(decided.join('\n')).digest().readUInt32BE(0) / 2 ** 32;
}

export function drawnText(length: number, ...decided: (string | number)[]): string {
  const digest = createHash('sha512').update(decided.join('\n')).digest('hex');
  return BigInt(`0x${digest}`).toString(36).slice(0, length);
}
