/** What was typed as a number: nothing is absent, not 0; a comma before three digits is no point: 1,000. */
export function typedNumber(typed: unknown): number | undefined {
  if (typeof typed === 'number') return typed;
  const text = typeof typed === 'string' ? typed.trim() : '';
  if (text === '') return undefined;
  // Else 1e3 and 0x1f would be numbers too.
  return /^-?[\d.,]+$/.test(text) ? Number(text.replaceAll(/,(?=\d{3}(?!\d))/g, '')) : Number.NaN;
}
