import * as z from 'zod';
import { dataKeysSetting } from '@app/kit/sealed-columns.ts';
import { type Environment, constant, readSettings } from '@app/kit/settings.ts';
import { signingKeysSetting } from '@app/kit/signing-keys.ts';
import { ConcurrencyLimitSettings } from '@app/kit/fair-queue.ts';

const projectLimits = {
  PROJECTS_PER_PERSON_PER_DAY: constant(50),
  STUDIES_PER_PERSON_PER_DAY: constant(50),
  STUDIES_PUBLISHED_PER_PERSON_PER_DAY: constant(30),
  APPLICATIONS_PER_PERSON_PER_DAY: constant(100),
  REPORTS_PER_PERSON_PER_DAY: constant(5),
  COMPLETION_CODES_PER_PERSON_PER_HOUR: constant(20),
  /** Limited, because after each change everyone must agree again and is notified. */
  CONSENT_CHANGES_PER_PERSON_PER_DAY: constant(10),
  /**
   * Limited, because each change may send messages. Each time of a plan may have a place of its own, so the
   * limit is high.
   */
  PLACE_CHANGES_PER_PERSON_PER_HOUR: constant(60),
  DISPUTES_READ_PER_ADDRESS_PER_HOUR: constant(600),
  CALENDARS_READ_PER_ADDRESS_PER_HOUR: constant(600),
  NOT_FOUND_PER_PERSON_PER_HOUR: constant(300),
  /** If more calls are refused, they are not recorded in the audit. */
  REFUSALS_RECORDED_PER_PERSON_PER_HOUR: constant(60),
};

/** .env.example explains each setting. */
export const ProjectSettings = z.object({
  ...projectLimits,
  ...ConcurrencyLimitSettings.shape,
  /** For this long, a decision can be undone, and an email about a changed meeting waits. */
  DECISION_NOTICE_SECONDS: constant(10),
  /** Changes of a meeting within this time are in one email. */
  FURTHER_CHANGES_SECONDS: constant(900),
  PLACE_NOTICES_AT_ONCE: constant(500),
  /** For this long, a mark of attendance and a decision about a submission can be undone. */
  ATTENDANCE_UNDO_SECONDS: constant(600),
  /** Without this address, files for calendars and spreadsheets contain no links. */
  PUBLIC_URL: z.url({ protocol: /^https?$/ }).optional(),
  PROJECT_SIGNING_KEYS: signingKeysSetting,
  PROJECT_DATA_KEYS: dataKeysSetting,
});

export type ProjectConfig = z.infer<typeof ProjectSettings>;

export function readProjectConfig(environment: Environment): ProjectConfig {
  return readSettings(ProjectSettings, environment);
}

/** These keys are enough to export a person's data with an operator command. */
export const readNumberKeys = (environment: Environment) =>
  readSettings(ProjectSettings.pick({ PROJECT_DATA_KEYS: true }), environment).PROJECT_DATA_KEYS;
