import { MINUTE_MS } from '@app/contracts/durations.ts';
import type { Application } from '@app/contracts/project/applications.ts';
import type { OwnSubmission } from '@app/contracts/project/submissions.ts';
import { openSurveyWords, ownSubmissionWords as words } from '@app/words/own-submissions.ts';
import { useState } from 'react';
import { deadline } from '../../../format/deadline.ts';
import { graceEnd, mayStart } from '../../../product/submissions/may-start.ts';
import { submissionLines } from '../../../product/submissions/submission-lines.ts';
import { useOpenSurvey, useRefetchSurveys } from '../../../product/submissions/use-open-survey.tsx';
import { Button } from '../../../ui/button.tsx';
import { cx } from '../../../ui/cx.ts';
import { lazyPart, Skeleton } from '../../../ui/states.tsx';
import { isInGrace } from '../list-sections.ts';

interface OwnSurveyProps {
  application: Application;
  submission: OwnSubmission | undefined;
  now: number;
  onEnded: () => void;
}

const StartedSurvey = lazyPart(
  async () => (await import('./started-survey.tsx')).StartedSurvey,
  <Skeleton className="mt-3 h-80 w-full" />,
);

const COUNTDOWN_MINUTES = 15;

function timeLeft(expiresAt: string, now: number): string {
  const minutes = Math.ceil((Date.parse(expiresAt) - now) / MINUTE_MS);
  if (minutes > COUNTDOWN_MINUTES) return words.finishUntil(deadline(expiresAt));
  return minutes > 0 ? words.timeLeft(minutes) : words.timeHasEnded;
}

/** Screen readers say only these minutes. */
const ANNOUNCED_MINUTES = [5, COUNTDOWN_MINUTES];

function announcement(expiresAt: string, now: number): string {
  const minutes = (Date.parse(expiresAt) - now) / MINUTE_MS;
  const limit = ANNOUNCED_MINUTES.find((one) => minutes > 0 && minutes <= one);
  return limit === undefined ? '' : words.lessThan(limit);
}

function stateLines({ application, submission, now }: OwnSurveyProps, canStart: boolean): string[] {
  const { startBy, asksConsent, study } = application;
  if (submission?.status === 'STARTED') return [timeLeft(submission.expiresAt, now)];
  if (submission && submission.status !== 'TIMED_OUT') return submissionLines(submission);
  const lines = submission
    ? [
        words.timedOut,
        ...(isInGrace(submission, now) ? [words.codeStill(deadline(graceEnd(submission)))] : []),
      ]
    : [];
  if (!canStart && study.recruitmentStatus === 'SUSPENDED') return [...lines, words.suspended];
  if (!canStart) return [...lines, study.recruitmentStatus === 'PAUSED' ? words.paused : words.ended];
  if (submission) lines.push(words.startAgain);
  else lines.push(startBy ? words.startUntil(deadline(startBy)) : words.placeHasEnded);
  return asksConsent ? [...lines, words.agreeFirst] : lines;
}

const SurveyTextModal = lazyPart(async () => (await import('./survey-text-modal.tsx')).SurveyTextModal);

function Appeal({ submission, onEnded }: { submission: OwnSubmission; onEnded: () => void }) {
  const { id, appealUntil, study } = submission;
  const refetch = useRefetchSurveys();
  const [isOpen, setIsOpen] = useState(false);
  const close = () => setIsOpen(false);
  return (
    <>
      <p className="mt-2">{words.appealUntil(deadline(appealUntil ?? ''))}</p>
      <Button
        variant="secondary"
        className="mt-2 mb-1"
        aria-label={words.of(words.appeal, study.publicName)}
        onClick={() => setIsOpen(true)}
      >
        {words.appeal}
      </Button>
      {isOpen && (
        <SurveyTextModal
          kind="APPEAL"
          submissionId={id}
          refetch={async () => void (await refetch())}
          onClose={close}
          onEnded={() => {
            close();
            onEnded();
          }}
        />
      )}
    </>
  );
}

export function OwnSurvey(props: OwnSurveyProps) {
  const { application, submission, now, onEnded } = props;
  const { study, asksConsent } = application;
  const { open, isOpening, modal } = useOpenSurvey(study.id, onEnded);
  const canStart = mayStart(application, submission);
  const isStarted = submission?.status === 'STARTED';
  return (
    <div
      className={cx(
        'mt-3 rounded-control px-4 py-3 text-sm',
        isStarted || canStart ? 'bg-green-tint' : 'bg-sunken',
      )}
    >
      <h4 className="font-body text-sm font-semibold tracking-normal">{words.heading}</h4>
      {stateLines(props, canStart).map((line) => (
        <p key={line} className="figures mt-0.5 whitespace-pre-line text-cocoa-2 wrap-anywhere">
          {line}
        </p>
      ))}
      {isStarted && (
        <p role="status" className="sr-only">
          {announcement(submission.expiresAt, now)}
        </p>
      )}
      {canStart && !asksConsent && (
        <Button
          className="mt-3 mb-1"
          isBusy={isOpening}
          aria-label={words.of(openSurveyWords.open, study.publicName)}
          onClick={open}
        >
          {openSurveyWords.open}
        </Button>
      )}
      {submission && (isStarted || isInGrace(submission, now)) && (
        <StartedSurvey application={application} submission={submission} onEnded={onEnded} />
      )}
      {submission?.appealUntil && Date.parse(submission.appealUntil) > now && (
        <Appeal submission={submission} onEnded={onEnded} />
      )}
      {modal}
    </div>
  );
}
