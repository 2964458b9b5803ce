/**
 * A set of an enumeration's values as bits, the first value lowest, so that SQL matches two sets with one `&`. The
 * order of the enumerations is therefore part of the stored data.
 */
export function bitsOf<T extends string>(values: readonly T[], chosen: readonly T[]): number {
  return chosen.reduce((bits, value) => bits | (1 << values.indexOf(value)), 0);
}

/** The values that the bits stand for, in the order of the enumeration. */
export function valuesOf<T extends string>(values: readonly T[], bits: number): T[] {
  return values.filter((_, index) => (bits & (1 << index)) !== 0);
}

/** The value of a single bit. */
export function valueOf<T extends string>(values: readonly T[], bit: number): T {
  const [value] = valuesOf(values, bit);
  if (value === undefined) throw new Error('A stored choice is not one of its enumeration');
  return value;
}
