import { parseRule } from '@app/contracts/rule.ts';
import { fieldValidation } from '@app/words/field-validation.ts';

let known: object = fieldValidation;

/** Called with the texts that a page needs, because pages without a researcher's form need few rules. */
export function registerRuleTexts(words: object): void {
  known = words;
}

export function ruleText(broken: string): string {
  const { code, given = '' } = parseRule(broken);
  const words: unknown = Object.hasOwn(known, code) ? Reflect.get(known, code) : undefined;
  if (typeof words === 'string') return words;
  return typeof words === 'function' ? (words as (given: string) => string)(given) : broken;
}
