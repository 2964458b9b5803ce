import { MINUTE_MS } from '@app/contracts/durations.ts';
import type { Applicant } from '@app/contracts/project/applicants.ts';
import { applicantWords } from '@app/words/applicants.ts';
import { clock } from '@app/words/clock.ts';
import { shortDay } from '@app/words/days.ts';
import { applicantMeetingWords } from '@app/words/meetings.ts';
import { submissionReviewWords as words } from '@app/words/submission-review.ts';
import { serverToday } from '../../../api/server-today.ts';
import { cautionTone } from '../../../product/status-tones.ts';
import { submissionTones } from '../../../product/submissions/submission-tones.ts';
import { Badge } from '../../../ui/badge.tsx';

type Submission = NonNullable<Applicant['submission']>;

function submissionTime(at: string): string {
  const [day, today] = [at.slice(0, 10), serverToday()];
  return day === today ? clock(at) : applicantMeetingWords.time(shortDay(day, today), clock(at));
}

const minutesTaken = ({ startedAt, submittedAt }: Submission): number | null =>
  submittedAt === null ? null : Math.round((Date.parse(submittedAt) - Date.parse(startedAt)) / MINUTE_MS);

function SubmissionMarks({ submission }: { submission: Submission }) {
  const { status, outcome, isVeryFast } = submission;
  const marks = [
    outcome === 'NO_CODE' && words.marks.noCode,
    isVeryFast && words.marks.veryFast,
    outcome === 'LATE' && words.marks.late,
  ];
  return (
    <>
      {status !== 'SUBMITTED' && <Badge tone={submissionTones[status]}>{words.status[status]}</Badge>}
      {marks.map(
        (mark) =>
          mark && (
            <Badge key={mark} tone={cautionTone}>
              {mark}
            </Badge>
          ),
      )}
    </>
  );
}

export function SubmissionLine({ applicant: { code, submission } }: { applicant: Applicant }) {
  if (!submission) return null;
  const minutes = minutesTaken(submission);
  const times = [
    words.started(submissionTime(submission.startedAt)),
    minutes !== null && words.took(minutes),
  ];
  return (
    <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
      <span className="figures">{[code, ...times].filter(Boolean).join(applicantWords.between)}</span>
      <SubmissionMarks submission={submission} />
    </span>
  );
}

/** In lists that show answers, this line must be as short as that of a meeting. */
export function SubmissionState({ applicant: { submission } }: { applicant: Applicant }) {
  if (!submission) return null;
  const minutes = minutesTaken(submission);
  return (
    <span className="figures mt-0.5 block text-xs text-cocoa-2">
      {[words.status[submission.status], minutes !== null && words.took(minutes)]
        .filter(Boolean)
        .join(applicantWords.between)}
    </span>
  );
}
