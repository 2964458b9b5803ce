import { type FieldValues, type FieldErrors, type Resolver, get, set } from 'react-hook-form';
import type { $ZodType, output, input } from 'zod/v4/core';
import { ruleText } from '@app/words/say-rule.ts';

export function schemaResolver<S extends $ZodType<FieldValues, FieldValues>>(
  schema: S,
): Resolver<input<S>, unknown, output<S>> {
  return async (values, _context, { names = [], fields }) => {
    const result = await schema['~standard'].validate(values);
    if (!result.issues) return { values: result.value, errors: {} };
    const errors: FieldErrors = {};
    for (const { path = [], message } of result.issues) {
      const name = path.map((part) => (typeof part === 'object' ? part.key : part)).join('.') || 'root';
      // An error of the list itself must not hide the errors of its items.
      const isList = names.some((field) => field.startsWith(`${name}.`));
      const place = isList ? `${name}.root` : name;
      if (get(errors, place)) continue;
      const field = get(fields, name) as { ref?: unknown } | undefined;
      set(errors, place, { type: 'schema', message: ruleText(message), ref: field?.ref });
    }
    return { values: {}, errors: errors as FieldErrors<input<S>> };
  };
}
