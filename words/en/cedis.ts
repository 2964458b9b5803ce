import { thousands } from '@app/words/thousands.ts';

/** Returns "GH₵ 1,234.50" (D-43). */
export function cedis(pesewas: number): string {
  return `GH₵ ${thousands(Math.trunc(pesewas / 100))}.${String(pesewas % 100).padStart(2, '0')}`;
}
