import { thousands } from '@app/words/thousands.ts';

/** Money as it stands on screens (D-43): "GH₵ 1,234.50". */
export function cedis(pesewas: number): string {
  return `GH₵ ${thousands(Math.trunc(pesewas / 100))}.${String(pesewas % 100).padStart(2, '0')}`;
}
