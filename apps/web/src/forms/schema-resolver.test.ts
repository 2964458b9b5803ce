import { expect, it } from 'vitest';
import * as z from 'zod/mini';
import { schemaResolver } from './schema-resolver.ts';

const Survey = z.object({
  name: z.string().check(z.trim(), z.minLength(2, 'short'), z.regex(/^[a-z]+$/, 'letters')),
  questions: z
    .array(z.object({ text: z.string().check(z.minLength(1, 'empty')) }))
    .check(z.minLength(2, 'too few')),
});

const resolve = (values: z.input<typeof Survey>, names: string[] = []) =>
  schemaResolver(Survey)(values, undefined, {
    names,
    fields: {},
    shouldUseNativeValidation: false,
  });

it('returns the values as the schema parses them', async () => {
  const questions = [{ text: 'a' }, { text: 'b' }];
  expect(await resolve({ name: ' ama ', questions })).toEqual({
    values: { name: 'ama', questions },
    errors: {},
  });
});

it('puts the first error at its field, and the error of a list beside its items', async () => {
  const { errors } = await resolve({ name: '1', questions: [{ text: '' }] }, ['name', 'questions.0.text']);
  expect(errors).toMatchObject({
    name: { message: 'short' },
    questions: { 0: { text: { message: 'empty' } }, root: { message: 'too few' } },
  });
});

it('puts an error at the field itself if it has no items', async () => {
  const { errors } = await resolve({ name: 'ama', questions: [] }, ['name']);
  expect(errors).toMatchObject({ questions: { message: 'too few' } });
});
