/**
 * Stores one bit per value, the first value lowest, so that SQL compares sets with `&`. Stored bits depend
 * on the order of the enumeration, so it must not change.
 */
export function encodeBits<T extends string>(values: readonly T[], chosen: readonly T[]): number {
  return chosen.reduce((bits, value) => bits | (1 << values.indexOf(value)), 0);
}

export function decodeBits<T extends string>(values: readonly T[], bits: number): T[] {
  return values.filter((_, index) => (bits & (1 << index)) !== 0);
}

export function decodeBit<T extends string>(values: readonly T[], bit: number): T {
  const [value] = decodeBits(values, bit);
  if (value === undefined) throw new Error('A stored choice is not one of its enumeration');
  return value;
}
