import { ParticipantsDemographics, ScreenerSurvey, StudyDetails } from '@app/contracts/project/studies.ts';
import { readDraft } from '../../../forms/drafts.ts';
import { DRAFT_KEYS } from '../../../product/study-drafts.ts';

export const ALL_DRAFTS = Object.values(DRAFT_KEYS);

export const STAGE_COUNT = 4;

type Read = (key: string) => unknown;

const stageSchemas = [
  [DRAFT_KEYS.details, StudyDetails],
  [DRAFT_KEYS.demographics, ParticipantsDemographics],
  [DRAFT_KEYS.screener, ScreenerSurvey],
] as const;

export function furthestStage(read: Read = readDraft): number {
  const open = stageSchemas.findIndex(([key, schema]) => !schema.safeParse(read(key)).success);
  return open === -1 ? STAGE_COUNT : open + 1;
}
