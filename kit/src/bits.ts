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

/** Sets of bits side by side; null is none of them. */
type BitSets = readonly number[] | null;

/** Whether what is given has one of what is wanted; nothing wanted takes anything. */
export const meets = (wanted: number, given: number) => wanted === 0 || (wanted & given) !== 0;

/** Whether what is given has one of what is wanted, in one of the sets; a set in which nothing is wanted takes anything. */
export const meetsSet = (wanted: BitSets, given: BitSets, at: number): boolean =>
  meets(wanted?.[at] ?? 0, given?.[at] ?? 0);

/** The same in all of them; those that are wanted stand in a longer list, from a place on. */
export function meetsSets(wanted: ArrayLike<number>, from: number, given: readonly number[]): boolean {
  for (let at = 0; at < given.length; at += 1)
    if (!meets(wanted[from + at] ?? 0, given[at] ?? 0)) return false;
  return true;
}

/** The same in SQL, over two columns that hold so many sets. */
export function meetsSetsSql(wanted: string, given: string, sets: number): string {
  const each = Array.from({ length: sets }, (_, at) => {
    const set = `${wanted}[${at + 1}]`;
    return `(${set} = 0 or ${set} & ${given}[${at + 1}] <> 0)`;
  });
  return `(${wanted} is null or ${each.join(' and ')})`;
}
