/** In a file of their own, because the rule about contacts is large and few pages need it. */
import * as z from 'zod/mini';
import { mayHoldContact } from './contact-in-text.ts';
import { rule } from './rule.ts';
import { INPUT_MAX_LENGTH, NOT_IN_NAMES, publicName, requiredText } from './text.ts';

/** Readers could think that a number or a link in a name is ours. */
// @__NO_SIDE_EFFECTS__
const refuseContact = () => z.refine<string>((name) => !mayHoldContact(name, 'NAME'), rule('nameLikeLink'));

// @__NO_SIDE_EFFECTS__
export const companyName = (max: number) => publicName(max).check(refuseContact());

// @__NO_SIDE_EFFECTS__
export function personName(max: number, message: string) {
  return requiredText(max, message).check(
    z.refine((text) => !NOT_IN_NAMES.test(text), { error: rule('personName'), abort: true }),
    refuseContact(),
  );
}

export const FirstName = personName(INPUT_MAX_LENGTH, rule('firstName'));
export const LastName = personName(INPUT_MAX_LENGTH, rule('lastName'));
