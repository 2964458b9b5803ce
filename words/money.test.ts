import { INCOME_RANGES, MOBILE_MONEY_PROVIDERS } from '@app/contracts/enumerations.ts';
import { expect, it } from 'vitest';
import { choiceWords } from './en/choices.ts';
import { profileChoiceWords } from './en/profile-choices.ts';
import { shellWords } from './en/shell.ts';

it('S-706 writes money in GH₵, and names the mobile-money providers', () => {
  const incomes = INCOME_RANGES.map((range) => choiceWords.annualHouseholdIncome[range]);
  for (const text of [shellWords.wallet, ...incomes]) expect(text).toMatch(/GH₵ \d/);
  expect(MOBILE_MONEY_PROVIDERS.map((provider) => profileChoiceWords.provider[provider])).toEqual([
    'MTN Ghana',
    'Telecel',
    'Airtel Tigo',
  ]);
});
