/** `5001` pesewas as `50.01`: by text, since half of all such fractions are no floating-point number. */
export function toCedis(pesewas: number): string {
  const digits = String(pesewas).padStart(3, '0');
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** The amount of `50.01`, `50.0` or `50`, which providers write of the same; undefined for anything else. */
export function fromCedis(text: unknown): number | undefined {
  const [, cedis, fraction = ''] = /^(\d{1,12})(?:\.(\d{1,2})0*)?$/.exec(String(text)) ?? [];
  return cedis === undefined ? undefined : Number(cedis) * 100 + Number(fraction.padEnd(2, '0'));
}
