import * as z from 'zod/mini';
import { rule } from '../rule.ts';

/** GH₵ 3,000, per study or bonus. */
export const MOST_PESEWAS = 300_000;
export const MOST_PLACES = 1000;

/** Whole pesewas avoid rounding. */
export const Pesewas = z.int().check(z.gte(1), z.lte(MOST_PESEWAS));
/** Studies are published with whole cedis. */
export const IncentiveInPesewas = Pesewas.check(z.multipleOf(100, rule('incentive')));
export const PesewasSum = z.int().check(z.gte(0), z.lte(MOST_PESEWAS * MOST_PLACES * 2));
export const Places = z.int().check(z.gte(1), z.lte(MOST_PLACES));
