export interface Option {
  readonly value: string;
  readonly label: string;
  readonly hint?: string;
}

export function toOptions<const V extends string>(
  values: readonly V[],
  words: Readonly<Record<V, string>>,
): Option[] {
  return values.map((value) => ({ value, label: words[value] }));
}
