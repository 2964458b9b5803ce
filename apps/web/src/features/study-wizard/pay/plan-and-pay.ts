import { Incentive, PLAN_RULES, StudyPublish } from '@app/contracts/project/studies.ts';
import * as z from 'zod/mini';
import type { DraftForm } from '../../../forms/form.tsx';

export const PlanAndPay = z
  .strictObject({ ...StudyPublish.shape, incentive: Incentive })
  .check(...PLAN_RULES);

export type PlanForm = DraftForm<typeof PlanAndPay>;

/** These fields have no input element, so validation must be triggered. */
export const asEdited = { shouldValidate: true, shouldDirty: true, shouldTouch: true } as const;
export const asTouched = { shouldValidate: true, shouldTouch: true } as const;

/** Marks the field as left, so that it shows its error if nothing was chosen. */
export const touchDuration = ({ getValues, setValue }: PlanForm['form']) =>
  setValue('durationInMinutes', getValues('durationInMinutes'), asTouched);
