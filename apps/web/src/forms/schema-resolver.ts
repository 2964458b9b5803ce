import { type FieldErrors, type FieldValues, type Resolver, get, set } from 'react-hook-form';
import { sayRule } from '@app/words/say-rule.ts';
import type { $ZodType, input, output } from 'zod/v4/core';

/** Has a form validated by a schema: the first thing that is wrong with a field stands at it. */
export function schemaResolver<S extends $ZodType<FieldValues, FieldValues>>(
  schema: S,
): Resolver<input<S>, unknown, output<S>> {
  return async (values, _context, { names = [], fields }) => {
    const result = await schema['~standard'].validate(values);
    if (!result.issues) return { values: result.value, errors: {} };
    const errors: FieldErrors = {};
    for (const { path = [], message } of result.issues) {
      const name = path.map((part) => (typeof part === 'object' ? part.key : part)).join('.') || 'root';
      // What is wrong with a list as a whole must not stand in the way of what is wrong with its items.
      const isList = names.some((field) => field.startsWith(`${name}.`));
      const place = isList ? `${name}.root` : name;
      if (get(errors, place)) continue;
      const field = get(fields, name) as { ref?: unknown } | undefined;
      set(errors, place, { type: 'schema', message: sayRule(message), ref: field?.ref });
    }
    return { values: {}, errors: errors as FieldErrors<input<S>> };
  };
}
