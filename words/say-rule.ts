import { readRule } from '@app/contracts/rule.ts';
import { fieldValidation } from '@app/words/field-validation.ts';

let known: object = fieldValidation;

/** The words of all rules (validation.ts): a page that has no researcher's form is spared most of them. */
export function knowRules(words: object): void {
  known = words;
}

/** What people read of a broken rule; a text that names none stays as it is. */
export function sayRule(broken: string): string {
  const { code, given = '' } = readRule(broken);
  const words: unknown = Object.hasOwn(known, code) ? Reflect.get(known, code) : undefined;
  if (typeof words === 'string') return words;
  return typeof words === 'function' ? (words as (given: string) => string)(given) : broken;
}
