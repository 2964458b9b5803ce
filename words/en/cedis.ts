/** Money as it stands on screens (D-43): "GH₵ 1,234.50". */
export function cedis(pesewas: number): string {
  const whole = Math.trunc(pesewas / 100).toLocaleString('en-GB');
  return `GH₵ ${whole}.${String(pesewas % 100).padStart(2, '0')}`;
}
