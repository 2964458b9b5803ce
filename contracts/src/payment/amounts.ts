import * as z from 'zod/mini';
import { rule } from '../rule.ts';

/** The most that one participant is paid for one study, and the most of one bonus: GH₵ 3,000. */
export const MOST_PESEWAS = 300_000;
export const MOST_PLACES = 1000;

/** An amount that somebody is to be paid: whole pesewas, so that nothing is ever rounded. */
export const Pesewas = z.int().check(z.gte(1), z.lte(MOST_PESEWAS));
/** What each place pays: whole cedis, as a study is published with. */
export const IncentiveInPesewas = Pesewas.check(z.multipleOf(100, rule('incentive')));
/** What such amounts may come to together. */
export const SumOfPesewas = z.int().check(z.gte(0), z.lte(MOST_PESEWAS * MOST_PLACES * 2));
export const Places = z.int().check(z.gte(1), z.lte(MOST_PLACES));
