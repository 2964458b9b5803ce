/** Pesewas of an amount in cedis as MTN writes it; undefined where it is no amount. No float is on the way. */
export function pesewasOf(text: string): number | undefined {
  const [, cedis, fraction = ''] = /^(\d{1,9})(?:\.(\d{1,2}))?$/.exec(text) ?? [];
  if (cedis === undefined) return undefined;
  const pesewas = Number(cedis) * 100 + Number(fraction.padEnd(2, '0'));
  return pesewas > 0 ? pesewas : undefined;
}

export function cedisOf(pesewas: number): string {
  return `${Math.trunc(pesewas / 100)}.${String(pesewas % 100).padStart(2, '0')}`;
}
