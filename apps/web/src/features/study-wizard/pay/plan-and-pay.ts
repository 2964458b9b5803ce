import type { OnlineStudyPublish } from '@app/contracts/project/online-studies.ts';
import { Incentive, PLAN_RULES, StudyPublish } from '@app/contracts/project/studies.ts';
import type { Survey } from '@app/contracts/project/survey.ts';
import * as z from 'zod/mini';
import type { DraftForm } from '../../../forms/form.tsx';

export type PublishPlan = (StudyPublish | OnlineStudyPublish) & { incentive: number };

const MeetingPlan = z.object({ ...StudyPublish.shape, incentive: Incentive }).check(...PLAN_RULES);

/** The form has the fields of both kinds of study. So nothing is lost if the kind changes. */
export interface PlanFields extends Omit<z.input<typeof MeetingPlan>, 'mode'> {
  mode?: PublishPlan['mode'] | undefined;
  survey?: Partial<Survey> | undefined;
  closesOn?: string | undefined;
}

export type PlanSchema = z.ZodMiniType<PublishPlan, PlanFields>;

/** Leaves out the fields of an online study. */
export const PlanAndPay: PlanSchema = MeetingPlan;

export type PlanForm = DraftForm<PlanSchema>;

/** These fields have no input element, so they are validated by hand. */
export const asEdited = { shouldValidate: true, shouldDirty: true, shouldTouch: true } as const;
export const asTouched = { shouldValidate: true, shouldTouch: true } as const;

/** Marks the field as touched, so that its error is shown if nothing was chosen. */
export const touchDuration = ({ getValues, setValue }: PlanForm['form']) =>
  setValue('durationInMinutes', getValues('durationInMinutes'), asTouched);
