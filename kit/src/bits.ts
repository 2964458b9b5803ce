/** SQL can compare these bits with `&`. They are stored, so the order of the enumeration must not change. */
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
