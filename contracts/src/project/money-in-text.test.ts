import { expect, test } from 'vitest';
import { mayAskForMoney } from './money-in-text.ts';

test.each([
  'To confirm your payment please send GH₵ 5 to 0240000001 and tell me your PIN.',
  'What is your momo pin?',
  'Please pay a small registration fee first.',
  'Kindly transfer 20 cedis',
])('asks for money or a secret: %s', (text) => expect(mayAskForMoney(text)).toBe(true));

test.each([
  'See you on Tuesday at ten.',
  'I will send you the address tomorrow.',
  'Please bring your glasses. The bus costs little.',
  'We talk about how you pay at the market',
])('does not: %s', (text) => expect(mayAskForMoney(text)).toBe(false));
