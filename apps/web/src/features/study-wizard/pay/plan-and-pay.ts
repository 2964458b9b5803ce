import { Incentive, PLAN_RULES, StudyPublish } from '@app/contracts/project/studies.ts';
import * as z from 'zod/mini';

/** Stage 4: the plan, and what participants are paid, which the draft keeps. */
export const PlanAndPay = z
  .strictObject({ ...StudyPublish.shape, incentive: Incentive })
  .check(...PLAN_RULES);
