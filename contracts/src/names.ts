/** Names apart from other texts: the rule for contacts in them is large, and few pages need it. */
import * as z from 'zod/mini';
import { mayHoldContact } from './contact-in-text.ts';
import { rule } from './rule.ts';
import { INPUT_MAX_LENGTH, NOT_IN_NAMES, publicName, requiredText } from './text.ts';

/** A name stands in emails, where its reader must not take what its owner typed for a number or a link of ours. */
// @__NO_SIDE_EFFECTS__
const withoutContact = () => z.refine<string>((name) => !mayHoldContact(name, 'NAME'), rule('nameLikeLink'));

/** The name of a company or business. */
// @__NO_SIDE_EFFECTS__
export const companyName = (max: number) => publicName(max).check(withoutContact());

/** The name of a person: letters of any script, marks between them, and spaces. */
// @__NO_SIDE_EFFECTS__
export function personName(max: number, message: string) {
  return requiredText(max, message).check(
    z.refine((text) => !NOT_IN_NAMES.test(text), { error: rule('personName'), abort: true }),
    withoutContact(),
  );
}

export const FirstName = personName(INPUT_MAX_LENGTH, rule('firstName'));
export const LastName = personName(INPUT_MAX_LENGTH, rule('lastName'));
