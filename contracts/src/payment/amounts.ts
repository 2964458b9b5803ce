import * as z from 'zod/mini';
import { rule } from '../rule.ts';

/** A study or bonus pays at most GH₵ 3,000. */
export const MOST_PESEWAS = 300_000;
export const MOST_PLACES = 1000;

/**
 * One place is one incentive with its fee. The payment to a person who was screened out uses up a part of a
 * place.
 */
export const usedPlaces = (
  pesewas: number,
  place: { incentiveInPesewas: number; payoutFeeInPesewas: number },
): number => Math.ceil(pesewas / (place.incentiveInPesewas + place.payoutFeeInPesewas));

/** Amounts are whole pesewas, so nothing is rounded. */
export const Pesewas = z.int().check(z.gte(1), z.lte(MOST_PESEWAS));
/** A published study has an incentive of whole cedis. */
export const IncentiveInPesewas = Pesewas.check(z.multipleOf(100, rule('incentive')));
export const PesewasSum = z.int().check(z.gte(0), z.lte(MOST_PESEWAS * MOST_PLACES * 2));
export const Places = z.int().check(z.gte(1), z.lte(MOST_PLACES));
