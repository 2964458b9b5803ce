import { expect, test } from 'vitest';
import { Id } from './endpoint.ts';

test('an id has one spelling, however it was typed', () => {
  const id = '0be00000-0000-7abc-8def-000000000001';
  expect(Id.parse(id.toUpperCase())).toBe(id);
  expect(Id.safeParse('no id').success).toBe(false);
});
