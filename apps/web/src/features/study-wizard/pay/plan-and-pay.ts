import { Incentive, PLAN_RULES, StudyPublish } from '@app/contracts/project/studies.ts';
import * as z from 'zod/mini';

export const PlanAndPay = z
  .strictObject({ ...StudyPublish.shape, incentive: Incentive })
  .check(...PLAN_RULES);
