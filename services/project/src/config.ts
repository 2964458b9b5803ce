import * as z from 'zod';
import type { Environment } from '@app/kit/service.ts';
import { integerSetting, readSettings } from '@app/kit/settings.ts';
import { signingKeysSetting } from '@app/kit/signing-keys.ts';
import { TurnSettings } from '@app/kit/turns.ts';

/** Rate limits; each name says what, who is counted and in how long. */
const ProjectLimits = z.object({
  PROJECTS_PER_PERSON_PER_DAY: integerSetting(1, 1_000_000, 50),
  STUDIES_PER_PERSON_PER_DAY: integerSetting(1, 1_000_000, 50),
  STUDIES_PUBLISHED_PER_PERSON_PER_DAY: integerSetting(1, 1_000_000, 30),
  APPLICATIONS_PER_PERSON_PER_DAY: integerSetting(1, 1_000_000, 100),
  REPORTS_PER_PERSON_PER_DAY: integerSetting(1, 1_000_000, 5),
  CONSENT_CHANGES_PER_PERSON_PER_DAY: integerSetting(1, 1_000_000, 10),
  DISPUTES_READ_PER_ADDRESS_PER_HOUR: integerSetting(1, 1_000_000, 600),
  CALENDARS_READ_PER_ADDRESS_PER_HOUR: integerSetting(1, 1_000_000, 600),
  NOT_FOUND_PER_PERSON_PER_HOUR: integerSetting(1, 1_000_000, 300),
  ...TurnSettings.shape,
  REFUSALS_NOTED_PER_PERSON_PER_HOUR: integerSetting(1, 1_000_000, 60),
});

/** The project service's settings; .env.example explains each. */
export const ProjectSettings = z.object({
  ...ProjectLimits.shape,
  DECISION_NOTICE_SECONDS: integerSetting(0, 3600, 10),
  ATTENDANCE_UNDO_SECONDS: integerSetting(0, 86_400, 600),
  /** Where files lead; without it they name no page. */
  PUBLIC_URL: z.url({ protocol: /^https?$/ }).optional(),
  PROJECT_SIGNING_KEYS: signingKeysSetting,
});

export type ProjectConfig = z.infer<typeof ProjectSettings>;

export function readProjectConfig(environment: Environment): ProjectConfig {
  return readSettings(ProjectSettings, environment);
}
