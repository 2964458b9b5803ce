/** One choice: what is stored and what people read. */
export interface Option {
  readonly value: string;
  readonly label: string;
  readonly hint?: string;
}

/** Stored values in their order, with the words for them: `optionsOf(GENDERS, choiceWords.gender)`. */
export function toOptions<const V extends string>(
  values: readonly V[],
  words: Readonly<Record<V, string>>,
): Option[] {
  return values.map((value) => ({ value, label: words[value] }));
}
