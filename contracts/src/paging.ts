import * as z from 'zod/mini';
import { rule } from './rule.ts';

/** First size of a list of studies (section 9); the server's `size` is what the screen reads. */
export const DEFAULT_PAGE_SIZE = 10;
export const MAX_PAGE_SIZE = 100;
/** Nobody reads on beyond this page, and the database would still have to walk every further row. */
const MAX_PAGE = 200;

/** A whole number that arrives as text in a query string. */
// @__NO_SIDE_EFFECTS__
function wholeNumber(min: number, max: number) {
  return z.pipe(
    z.string().check(
      z.regex(/^\d{1,9}$/, { error: rule('wholeNumber'), abort: true }),
      z.refine((text) => Number(text) >= min, rule(`min ${min}`)),
      z.refine((text) => Number(text) <= max, rule(`max ${max}`)),
    ),
    z.transform(Number),
  );
}

/** `page` from 0, `size` 1 to 100 (D-20). */
export const pagingFields = {
  page: z._default(wholeNumber(0, MAX_PAGE), 0),
  size: z._default(wholeNumber(1, MAX_PAGE_SIZE), DEFAULT_PAGE_SIZE),
};

export interface Paging {
  page: number;
  size: number;
}
