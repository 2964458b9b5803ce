import { expect, it } from 'vitest';
import { settledText, typedOn, wholeText } from './whole-number.ts';

it.each([
  ['18', '18'],
  ['', ''],
  ['0', '0'],
  ['150', '100'],
  ['-5', '5'],
  ['3o', '3'],
  ['007', '7'],
  ['18.', '18.'],
  ['18.5', '18.'],
  ['18,5', '18.'],
  ['.5', ''],
  ['1,000', '100'],
])('S-305 an age field takes %j as %j', (typed, text) => {
  expect(wholeText(typed, 100)).toBe(text);
});

it.each([
  ['18.5', '18'],
  ['18,5', '18'],
  ['18,50', '18'],
  ['1,000', '1000'],
  ['1.000', '1'],
  ['12,000,000', '12000000'],
  ['1200', '1200'],
])('S-305 S-312 whoever types or pastes %j has %j when the field is left', (text, left) => {
  let typed = '';
  for (const key of text) typed = typedOn(typed, wholeText(typed) + key);
  expect(settledText(wholeText(typed))).toBe(left);
  expect(settledText(wholeText(text))).toBe(left);
});
