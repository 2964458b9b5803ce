import { applicantMessages as words } from '@app/words/applicants.ts';
import { choiceWords } from '@app/words/choices.ts';
import type { Applicant } from '@app/contracts/project/applicants.ts';
import { longDate, timeAgo } from '../../../format/dates.ts';

/** What was done with the application, each with its day, the reason and the note that went with it (AP1). */
export function History({ applicant: { history, appliedAt } }: { applicant: Applicant }) {
  const later = history.slice(1);
  const steps = [
    { what: words.steps.APPLIED, at: appliedAt, reason: null, note: null },
    ...later.map(({ status, at, reason, note }) => ({ what: words.steps[status], at, reason, note })),
  ];
  return (
    <section>
      <h2 className="text-base">{words.history}</h2>
      <ol className="mt-2 flex flex-col gap-2 text-sm">
        {steps.map(({ what, at, reason, note }) => (
          <li key={`${what} ${at}`}>
            <span className="font-semibold">{what}</span>{' '}
            <time dateTime={at} className="figures text-cocoa-2">
              {longDate(at)}, {timeAgo(at)}
            </time>
            {reason && <span className="block text-cocoa-2">{choiceWords.declineReason[reason]}</span>}
            {note && (
              <span className="block text-cocoa-2">
                {words.noteToApplicant}: <span className="whitespace-pre-line wrap-anywhere">{note}</span>
              </span>
            )}
          </li>
        ))}
      </ol>
    </section>
  );
}
