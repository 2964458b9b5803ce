/** First letters of two words, whole letters such as Ɛ included. */
export function initialsOf(firstName: string, lastName: string): string {
  const first = (word: string) => [...word.trim()][0] ?? '';
  return (first(firstName) + first(lastName)).toLocaleUpperCase('en');
}

/** The same person has the same colours everywhere. */
export function shadeOf(id: string, shades: number): number {
  let hash = 0;
  for (const letter of id) hash = (Math.imul(hash, 31) + letter.codePointAt(0)!) >>> 0;
  return hash % shades;
}
