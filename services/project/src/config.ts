import * as z from 'zod';
import type { Environment } from '@app/kit/service.ts';
import { dataKeysSetting } from '@app/kit/sealed-columns.ts';
import { constant, readSettings } from '@app/kit/settings.ts';
import { signingKeysSetting } from '@app/kit/signing-keys.ts';
import { TurnSettings } from '@app/kit/turns.ts';

/** Rate limits; each name says what, who is counted and in how long. */
const projectLimits = {
  PROJECTS_PER_PERSON_PER_DAY: constant(50),
  STUDIES_PER_PERSON_PER_DAY: constant(50),
  STUDIES_PUBLISHED_PER_PERSON_PER_DAY: constant(30),
  APPLICATIONS_PER_PERSON_PER_DAY: constant(100),
  REPORTS_PER_PERSON_PER_DAY: constant(5),
  /** Each writes to everybody who is to agree again. */
  CONSENT_CHANGES_PER_PERSON_PER_DAY: constant(10),
  DISPUTES_READ_PER_ADDRESS_PER_HOUR: constant(600),
  CALENDARS_READ_PER_ADDRESS_PER_HOUR: constant(600),
  NOT_FOUND_PER_PERSON_PER_HOUR: constant(300),
  /** Refused calls that go into the audit. */
  REFUSALS_NOTED_PER_PERSON_PER_HOUR: constant(60),
};

/** The project service's settings; .env.example explains each. */
export const ProjectSettings = z.object({
  ...projectLimits,
  ...TurnSettings.shape,
  /**
   * How long a decision on an applicant can be undone before they are notified of it. Emails about a change of a meeting wait as long
   * after the last change.
   */
  DECISION_NOTICE_SECONDS: constant(10),
  /** For so long after emails about a change of a meeting, further changes of it are gathered into one. */
  FURTHER_CHANGES_SECONDS: constant(900),
  /** How long a mark of who came to a meeting can be taken back. */
  ATTENDANCE_UNDO_SECONDS: constant(600),
  /** Where files lead; without it they name no page. */
  PUBLIC_URL: z.url({ protocol: /^https?$/ }).optional(),
  PROJECT_SIGNING_KEYS: signingKeysSetting,
  PROJECT_DATA_KEYS: dataKeysSetting,
});

export type ProjectConfig = z.infer<typeof ProjectSettings>;

export function readProjectConfig(environment: Environment): ProjectConfig {
  return readSettings(ProjectSettings, environment);
}

/** The keys alone, for an operator who takes somebody's data along. */
export const readNumberKeys = (environment: Environment) =>
  readSettings(ProjectSettings.pick({ PROJECT_DATA_KEYS: true }), environment).PROJECT_DATA_KEYS;
