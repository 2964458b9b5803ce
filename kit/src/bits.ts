/**
 * One bit per value, lowest first, so that SQL matches sets with `&`. The order of the enumerations is
 * stored.
 */
export function bitsOf<T extends string>(values: readonly T[], chosen: readonly T[]): number {
  return chosen.reduce((bits, value) => bits | (1 << values.indexOf(value)), 0);
}

export function valuesOf<T extends string>(values: readonly T[], bits: number): T[] {
  return values.filter((_, index) => (bits & (1 << index)) !== 0);
}

export function valueOf<T extends string>(values: readonly T[], bit: number): T {
  const [value] = valuesOf(values, bit);
  if (value === undefined) throw new Error('A stored choice is not one of its enumeration');
  return value;
}

type BitSets = readonly number[] | null;

/** An empty `wanted` matches everything. */
export const meets = (wanted: number, given: number) => wanted === 0 || (wanted & given) !== 0;

export const meetsSet = (wanted: BitSets, given: BitSets, at: number): boolean =>
  meets(wanted?.[at] ?? 0, given?.[at] ?? 0);

/** `wanted` starts at index `from`. */
export function meetsSets(wanted: ArrayLike<number>, from: number, given: readonly number[]): boolean {
  for (let at = 0; at < given.length; at += 1)
    if (!meets(wanted[from + at] ?? 0, given[at] ?? 0)) return false;
  return true;
}

export function meetsSetsSql(wanted: string, given: string, sets: number): string {
  const each = Array.from({ length: sets }, (_, at) => {
    const set = `${wanted}[${at + 1}]`;
    return `(${set} = 0 or ${set} & ${given}[${at + 1}] <> 0)`;
  });
  return `(${wanted} is null or ${each.join(' and ')})`;
}
