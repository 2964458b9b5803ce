import { MOBILE_MONEY_PROVIDERS } from '@app/contracts/enumerations.ts';
import { profileChoiceWords } from '@app/words/profile-choices.ts';
import { expect, it } from 'vitest';
import { money } from './money.ts';

it('S-706 writes money', () => {
  expect(money(123_450)).toBe('GH₵ 1,234.50');
  expect(money(6_000)).toBe('GH₵ 60.00');
  expect(money(5)).toBe('GH₵ 0.05');
  expect(money(0)).toBe('GH₵ 0.00');
  expect(money(100_000_000)).toBe('GH₵ 1,000,000.00');
});

it('S-706 names the mobile-money providers', () => {
  expect(MOBILE_MONEY_PROVIDERS.map((provider) => [provider, profileChoiceWords.provider[provider]])).toEqual(
    [
      ['MTN', 'MTN Ghana'],
      ['TELECEL', 'Telecel'],
      ['AIRTEL_TIGO', 'Airtel Tigo'],
    ],
  );
});
