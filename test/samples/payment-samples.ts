import type { paymentContract } from '@app/contracts/payment/contract.ts';
import type { Recipe } from './recipe.ts';
import { fixed } from './recipe.ts';

export const recipes = {
  readSigningKeys: { by: 'participant', make: fixed() },
} satisfies Record<keyof typeof paymentContract.endpoints, Recipe>;
