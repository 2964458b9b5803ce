const cedis = new Intl.NumberFormat('en-GB', { minimumFractionDigits: 2, maximumFractionDigits: 2 });

/** "GH₵ 1,234.50" from pesewas. */
export function money(amountInPesewas: number): string {
  return `GH₵ ${cedis.format(amountInPesewas / 100)}`;
}
