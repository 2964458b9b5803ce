import {
  Incentive,
  type NewStudy,
  ParticipantsDemographics,
  ScreenerSurvey,
  StudyDetails,
} from '@app/contracts/project/studies.ts';
import { readDraft } from '../forms/drafts.ts';
import { DRAFT_KEYS } from './study-drafts.ts';

/** The budget is paid before the plan is sent. So the study itself must have the incentive. */
export function readIncentive(plan: unknown): number {
  const { incentive } = (plan ?? {}) as { incentive?: unknown };
  const parsed = Incentive.safeParse(incentive);
  return parsed.success ? parsed.data : 0;
}

/** Returns undefined if a stage is not complete. */
export function studyFromDrafts(
  projectId: string,
  read: (key: string) => unknown = readDraft,
): NewStudy | undefined {
  const details = StudyDetails.safeParse(read(DRAFT_KEYS.details));
  const demographics = ParticipantsDemographics.safeParse(read(DRAFT_KEYS.demographics));
  const screeners = ScreenerSurvey.safeParse(read(DRAFT_KEYS.screener));
  if (!details.success || !demographics.success || !screeners.success) return undefined;
  const study = { projectId, ...details.data, ...demographics.data, screeners: screeners.data };
  const incentive = readIncentive(read(DRAFT_KEYS.plan));
  return incentive > 0 ? { ...study, incentive } : study;
}
