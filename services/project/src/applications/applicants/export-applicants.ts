import { applicantWords } from '@app/words/applicants.ts';
import { choiceWords } from '@app/words/choices.ts';
import { payoutStateWords } from '@app/words/payout-states.ts';
import { furtherWords } from '@app/words/further-criteria.ts';
import { submissionReviewWords } from '@app/words/submission-review.ts';
import { submissionWords } from '@app/words/submissions.ts';
import { meetingWords } from '@app/words/meetings.ts';
import { askedFurtherKinds, furtherKindLabel } from '@app/words/further-criteria-names.ts';
import { MINUTE_MS } from '@app/contracts/durations.ts';
import { fileInstant } from '@app/contracts/file-instant.ts';
import type { FurtherValues } from '@app/contracts/further-criteria.ts';
import { groupText } from '@app/words/quota-names.ts';
import { MAX_PAGE_SIZE } from '@app/contracts/endpoint.ts';
import type { Applicant, ApplicantFilter, exportApplicants } from '@app/contracts/project/applicants.ts';
import type { Study } from '@app/contracts/project/studies.ts';
import type { Cell } from '@app/kit/csv.ts';
import type { Fail } from '@app/kit/problem.ts';
import type { Deps } from '../../deps.ts';
import { type ApplicantRow, findApplicantsAfter } from './find-applicants.ts';
import { describeApplicants, findApplicantsByName } from './list-applicants.ts';

const BATCH = MAX_PAGE_SIZE;

/**
 * The caller must check that the researcher owns the study. The first batch is read before the reply starts,
 * so that an error can still get its status code.
 */
export async function readApplicantRows(
  deps: Pick<Deps, 'db' | 'callIdentity' | 'callPayment'>,
  study: Study,
  filter: ApplicantFilter,
  fail: Fail<(typeof exportApplicants)['errors'][number]>,
): Promise<AsyncGenerator<Cell[][]>> {
  const { id, quotas } = study;
  const among = await findApplicantsByName(deps, id, filter, fail);
  const read = async (after?: ApplicantRow) => {
    const rows = await findApplicantsAfter(deps.db, id, { ...filter, among }, { after, size: BATCH });
    const described = toApplicantRows(
      study,
      await describeApplicants(deps, { quotas, isOnline: study.survey !== undefined }, rows),
    );
    return { rows: described, last: rows.length === BATCH ? rows.at(-1) : undefined };
  };

  async function* all(first: Awaited<ReturnType<typeof read>>) {
    yield [headerRow(study), ...first.rows];
    for (let { last } = first; last;) {
      const next = await read(last);
      yield next.rows;
      last = next.last;
    }
  }

  return all(await read());
}

const instant = (at: string | null | undefined) => (at ? new Date(at) : '');

const {
  columns,
  surveyColumns: surveyWords,
  agreement: describeAgreement,
  group: groupWord,
  isFavourite: favouriteWord,
} = applicantWords.file;

const applicantColumns: readonly [header: string, value: (applicant: Applicant) => Cell][] = [
  [columns.appliedAt, ({ appliedAt }) => instant(appliedAt)],
  [columns.firstName, ({ firstName }) => firstName],
  [columns.lastName, ({ lastName }) => lastName],
  [columns.code, ({ code }) => code],
  [columns.age, ({ age }) => age],
  [columns.gender, ({ gender }) => choiceWords.gender[gender]],
  [columns.education, ({ education }) => choiceWords.education[education]],
  [columns.income, ({ annualHouseholdIncome: income }) => choiceWords.annualHouseholdIncome[income]],
  [
    columns.devices,
    ({ devices }) => devices.map((device) => choiceWords.deviceRequirements[device]).join(', '),
  ],
  [columns.screening, ({ isQualified }) => choiceWords.screening[isQualified ? 'QUALIFIED' : 'DISQUALIFIED']],
  [columns.status, ({ status }) => choiceWords.applicationStatus[status]],
  [columns.decidedAt, (applicant) => instant(decisionOn(applicant)?.at)],
  [columns.declineReason, (applicant) => declineReasonText(applicant)],
  [columns.meetingAt, ({ meeting }) => instant(meeting?.startsAt)],
  [columns.meeting, ({ meeting }) => (meeting ? meetingWords.state[meeting.state] : '')],
  [columns.payment, ({ payment }) => (payment ? payoutStateWords[payment.state] : '')],
  [columns.paid, ({ payment }) => (payment ? payment.amountInPesewas / 100 : '')],
  [columns.consentVersion, ({ consent }) => consent.version || ''],
  [columns.agreedAt, ({ consent }) => instant(consent.agreedAt)],
  [
    columns.earlierAgreements,
    ({ consent }) =>
      consent.agreements
        .slice(0, -1)
        .map(({ version, agreedAt }) => describeAgreement(version, fileInstant(new Date(agreedAt))))
        .join(', '),
  ],
  [columns.withdrawnAt, ({ consent }) => instant(consent.withdrawnAt)],
  [columns.remarks, ({ remarks }) => remarks],
  [columns.favourite, ({ isFavourite }) => (isFavourite ? favouriteWord : '')],
];

/** Only the file of an online study has these columns. */
const surveyColumns: typeof applicantColumns = [
  [surveyWords.status, ({ submission }) => (submission ? submissionWords.status[submission.status] : '')],
  [
    surveyWords.outcome,
    ({ submission }) => (submission?.outcome ? submissionWords.outcome[submission.outcome] : ''),
  ],
  [surveyWords.startedAt, ({ submission }) => instant(submission?.startedAt)],
  [surveyWords.submittedAt, ({ submission }) => instant(submission?.submittedAt)],
  [surveyWords.minutes, ({ submission }) => minutesTaken(submission)],
  [
    surveyWords.rejection,
    ({ submission }) =>
      submission?.rejection ? submissionReviewWords.reasons[submission.rejection.reason] : '',
  ],
];

function minutesTaken(submission: Applicant['submission']): Cell {
  if (!submission?.submittedAt) return '';
  return Math.round((Date.parse(submission.submittedAt) - Date.parse(submission.startedAt)) / MINUTE_MS);
}

const MEETING_COLUMNS: ReadonlySet<string> = new Set([columns.meetingAt, columns.meeting]);

const columnsOfStudy = ({ survey }: ExportedStudy) =>
  survey
    ? [...applicantColumns.filter(([header]) => !MEETING_COLUMNS.has(header)), ...surveyColumns]
    : applicantColumns;

/** Leaves out decisions that were undone, or that came before a withdrawal. */
function decisionOn({ status, history }: Applicant) {
  const last = history.at(-1);
  return last?.status === status && (status === 'ACCEPTED' || status === 'DECLINED') ? last : undefined;
}

function declineReasonText(applicant: Applicant): string {
  const reason = decisionOn(applicant)?.reason;
  return reason ? choiceWords.declineReason[reason] : '';
}

const answerTo = ({ responses }: Applicant, index: number) =>
  responses.find(({ id }) => id === String(index + 1))?.answer ?? '';

function describeGroup(quotas: Study['quotas'], { quota }: Applicant): string {
  const group = quota === null ? undefined : quotas[quota];
  return group ? groupText(group) : '';
}

type ExportedStudy = Pick<Study, 'screeners' | 'quotas' | 'survey' | keyof FurtherValues>;

function headerRow(study: ExportedStudy): string[] {
  const { screeners, quotas } = study;
  const words = screeners.map(({ question }) => question || applicantWords.blankQuestion);
  const groups = quotas.length > 0 ? [groupWord] : [];
  const asked = askedFurtherKinds(study).map((kind) => furtherWords.names[kind]);
  return [...columnsOfStudy(study).map(([header]) => header), ...asked, ...groups, ...words];
}

function toApplicantRows(study: ExportedStudy, applicants: readonly Applicant[]): Cell[][] {
  const { screeners, quotas } = study;
  const kinds = askedFurtherKinds(study);
  const own = columnsOfStudy(study);
  return applicants.map((applicant) => [
    ...own.map(([, value]) => value(applicant)),
    ...kinds.map((kind) => furtherKindLabel(kind, applicant.asked[kind])),
    ...(quotas.length > 0 ? [describeGroup(quotas, applicant)] : []),
    ...screeners.map((_, index) => answerTo(applicant, index)),
  ]);
}
