import * as z from 'zod/mini';
import { rule } from './rule.ts';

/** Some people paste the whole email instead of the code in it. */
const PASTED_MAX_LENGTH = 2000;

interface CodeLength {
  fewest: number;
  most: number;
}

const runs = /\d(?:(?:\s?\p{Pd}\s?|[\s.])?\d)*/gu;
/** Browsers fill in the code that is in the last line of a text message (WebOTP). */
const markedCode = /#(\d+)\s*$/;

function findCode(typed: string, { fewest, most }: CodeLength): string | undefined {
  const isCode = (digits: string) => digits.length >= fewest && digits.length <= most;
  const digitsIn = (text: string) => text.replaceAll(/\D/g, '');
  const text = typed.normalize('NFKC').replaceAll(/\p{Cf}/gu, '');
  const marked = markedCode.exec(text)?.[1];
  if (marked !== undefined && isCode(marked)) return marked;
  const found = new Set((text.match(runs) ?? []).map(digitsIn).filter(isCode));
  if (found.size > 1) return undefined;
  const [only = digitsIn(text)] = found;
  return isCode(only) ? only : undefined;
}

/** A code that cannot exist must not count as an attempt. */
// @__NO_SIDE_EFFECTS__
export function typedCode(length: CodeLength, broken: string) {
  return z.string({ error: rule('valueRequired') }).check(
    z.minLength(1, { error: rule('valueRequired'), abort: true }),
    z.maxLength(PASTED_MAX_LENGTH, { error: broken, abort: true }),
    z.overwrite((typed) => findCode(typed, length) ?? ''),
    z.minLength(1, broken),
  );
}
