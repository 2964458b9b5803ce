import { readRule } from '@app/contracts/rule.ts';
import { validation } from '@app/words/validation.ts';

/** What people read of a broken rule; a text that names none stays as it is. */
export function sayRule(broken: string): string {
  const { code, given = '' } = readRule(broken);
  const words: unknown = Object.hasOwn(validation, code) ? Reflect.get(validation, code) : undefined;
  if (typeof words === 'string') return words;
  return typeof words === 'function' ? (words as (given: string) => string)(given) : broken;
}
