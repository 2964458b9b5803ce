import type { Fail } from '@app/kit/problem.ts';
import { placeholdersIn } from '@app/words/ethics.ts';

/** Participants must not be asked to agree to a template that was never filled in. */
export function assertConsentWritten(
  text: string | null,
  field: 'consentText' | 'text',
  fail: Fail<'INVALID_INPUT'>,
): void {
  const [placeholder] = placeholdersIn(text ?? '');
  if (placeholder) fail('INVALID_INPUT', [{ rule: `placeholderLeft ${placeholder}`, field }]);
}
