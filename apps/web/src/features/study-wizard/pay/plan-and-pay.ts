import { Incentive, StudyPublish } from '@app/contracts/project/studies.ts';
import * as z from 'zod/mini';

/** Stage 4: the plan, and what participants are paid, which the draft keeps. */
export const PlanAndPay = z.safeExtend(StudyPublish, { incentive: Incentive });
