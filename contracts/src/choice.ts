import * as z from 'zod/mini';
import { rule } from './rule.ts';

/** One of the listed values, exact and case-sensitive. */
// @__NO_SIDE_EFFECTS__
export function oneOf<const T extends readonly [string, ...string[]]>(
  values: T,
  message: string = rule('notAnOption'),
) {
  return z.enum(values, { error: message });
}

/** A set of the listed values: none twice. */
// @__NO_SIDE_EFFECTS__
export function setOf<const T extends readonly [string, ...string[]]>(
  values: T,
  message: string = rule('notAnOption'),
) {
  // No abort: a rule across fields of a form must be able to speak while a set is still empty.
  return z
    .array(z.enum(values, { error: rule('notAnOption') }), { error: message })
    .check(z.refine((chosen) => new Set(chosen).size === chosen.length, rule('noRepeats')));
}

/** A set of the listed values: at least one, none twice. */
// @__NO_SIDE_EFFECTS__
export function someOf<const T extends readonly [string, ...string[]]>(
  values: T,
  message: string = rule('atLeastOne'),
) {
  return setOf(values, message).check(z.minLength(1, message));
}
