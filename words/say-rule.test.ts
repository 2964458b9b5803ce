import { expect, it } from 'vitest';
import { pagingFields } from '@app/contracts/endpoint.ts';
import { Email, requiredText, webAddress } from '@app/contracts/text.ts';
import { ruleText } from './say-rule.ts';

it('S-703 uses the generic messages letter for letter', () => {
  expect(['valueRequired', 'minLength 8', 'min 1', 'max 1000', 'email', 'url'].map(ruleText)).toEqual([
    'Value is required',
    'This field should be at least 8 characters long',
    'The minimum value allowed is 1',
    'The maximum value allowed is 1000',
    'Value is not a valid email address',
    'The value is not a valid URL address',
  ]);
});

it('does not change a text that is not a rule', () => {
  expect(['Something else', 'toString', ''].map(ruleText)).toEqual(['Something else', 'toString', '']);
});

it.each([
  [requiredText(50), '', 'Value is required'],
  [requiredText(50), '   ', 'Value is required'],
  [requiredText(50), undefined, 'Value is required'],
  [pagingFields.size, '0', 'The minimum value allowed is 1'],
  [pagingFields.size, '101', 'The maximum value allowed is 100'],
  [Email, 'esi@example', 'Value is not a valid email address'],
  [Email, '', 'Value is not a valid email address'],
  [webAddress(), 'not an address', 'The value is not a valid URL address'],
])('S-703 case %#: a schema refuses %j with the message', (schema, value, message) => {
  expect(ruleText(schema.safeParse(value).error?.issues[0]?.message ?? '')).toBe(message);
});
