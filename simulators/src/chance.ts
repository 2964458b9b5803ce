import { createHash } from 'node:crypto';

/**
 * A number from 0 to below 1 for a seed and what is decided by it. It hangs on no order of calls, so that a run with the same seed
 * decides the same however its calls interleave.
 */
export function chance(...decided: (string | number)[]): number {
  return createHash('sha256').update(decided.join('\n')).digest().readUInt32BE(0) / 2 ** 32;
}

/** Letters and digits that look drawn, the same for the same seed. */
export function drawnText(length: number, ...decided: (string | number)[]): string {
  const digest = createHash('sha512').update(decided.join('\n')).digest('hex');
  return BigInt(`0x${digest}`).toString(36).slice(0, length);
}
