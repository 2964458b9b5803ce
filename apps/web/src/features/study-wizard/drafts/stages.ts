import {
  ParticipantsDemographics,
  ScreenerSurvey,
  StudyDetails,
  type NewStudy,
} from '@app/contracts/project/studies.ts';
import { readDraft } from '../../../forms/drafts.ts';
import { DRAFT_KEYS } from '../../../product/study-drafts.ts';
import { incentiveIn } from '../pay/incentive-in.ts';

export const ALL_DRAFTS = Object.values(DRAFT_KEYS);

export const STAGES = 4;

type Read = (key: string) => unknown;

const stageSchemas = [
  [DRAFT_KEYS.details, StudyDetails],
  [DRAFT_KEYS.demographics, ParticipantsDemographics],
  [DRAFT_KEYS.screener, ScreenerSurvey],
] as const;

/** The furthest stage that may be opened: every stage before it is filled in. */
export function furthestStage(read: Read = readDraft): number {
  const open = stageSchemas.findIndex(([key, schema]) => !schema.safeParse(read(key)).success);
  return open === -1 ? STAGES : open + 1;
}

/** The study of the first three stages; undefined where one of them is no longer there. */
export function studyOf(projectId: string, read: Read = readDraft): NewStudy | undefined {
  const details = StudyDetails.safeParse(read(DRAFT_KEYS.details));
  const demographics = ParticipantsDemographics.safeParse(read(DRAFT_KEYS.demographics));
  const screeners = ScreenerSurvey.safeParse(read(DRAFT_KEYS.screener));
  if (!details.success || !demographics.success || !screeners.success) return undefined;
  const study = { projectId, ...details.data, ...demographics.data, screeners: screeners.data };
  const incentive = incentiveIn(read(DRAFT_KEYS.plan));
  return incentive > 0 ? { ...study, incentive } : study;
}
