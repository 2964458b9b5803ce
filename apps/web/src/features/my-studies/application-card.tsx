import { choiceWords } from '@app/words/choices.ts';
import { myStudiesWords as words } from '@app/words/my-studies.ts';
import { submissionWords } from '@app/words/submissions.ts';
import { studyDetailsWords } from '@app/words/study-details.ts';
import type { Application, ApplicationStep } from '@app/contracts/project/applications.ts';
import type { OwnBooking } from '@app/contracts/project/bookings.ts';
import { paths } from '@app/contracts/web-paths.ts';
import { longDate } from '@app/words/days.ts';
import { useQueryClient } from '@tanstack/react-query';
import { ChevronDown } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { timeAgo } from '../../format/dates.ts';
import { agreementsIn } from '../../product/consent-agreements.ts';
import { applicationTones, recruitmentTones } from '../../product/status-tones.ts';
import { submissionTones } from '../../product/submissions/submission-tones.ts';
import { CompanyName, StudyDetailList } from '../../product/study-detail-list.tsx';
import { Badge } from '../../ui/badge.tsx';
import { LinkButton } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { cx } from '../../ui/cx.ts';
import { lazyPart, Loading, Skeleton } from '../../ui/states.tsx';
import { focusHeading } from '../../ui/use-heading-focus.ts';
import { ApplicationPay } from './application-pay.tsx';
import { ApplicationLinks } from './application-links.tsx';
import { type MyStudyRow, needsOneClick } from './list-sections.ts';
import { findDecline, nextStep, refetchApplications, recruitmentBadge } from './use-applications.ts';

export const loadOwnMeeting = async () => (await import('./meeting/own-meeting.tsx')).OwnMeeting;
const OwnMeeting = lazyPart(loadOwnMeeting, <Skeleton className="mt-3 h-40 w-full" />);
export const loadOwnSurvey = async () => (await import('./survey/own-survey.tsx')).OwnSurvey;
const OwnSurvey = lazyPart(loadOwnSurvey, <Skeleton className="mt-3 h-40 w-full" />);

function Answers({ responses }: Pick<Application, 'responses'>) {
  return (
    <details className="group mt-3 border-t border-line pt-1">
      <summary className="flex min-h-11 list-none items-center justify-between gap-4 rounded-control font-semibold hover:text-green [&::-webkit-details-marker]:hidden">
        {words.answers}
        <ChevronDown
          aria-hidden="true"
          className="size-5 shrink-0 text-cocoa-3 transition-transform group-open:rotate-180"
        />
      </summary>
      {responses.length === 0 && <p className="mt-1 mb-1 text-sm text-cocoa-2">{words.answersGone}</p>}
      <ol className="mt-1 mb-1 flex flex-col gap-3 text-sm">
        {responses.map(({ id, question, answer }) => (
          <li key={id} className="wrap-anywhere">
            <span className="block text-cocoa-2">
              {question.trim() === ''
                ? studyDetailsWords.untitledQuestion(Number(id))
                : studyDetailsWords.question(Number(id), question)}
            </span>
            <span className="block font-semibold">{answer.trim() === '' ? words.noWords : answer}</span>
          </li>
        ))}
      </ol>
    </details>
  );
}

function Decline({ decline }: { decline: ApplicationStep }) {
  return (
    <dl className="mt-3 flex flex-col gap-2">
      {decline.reason && (
        <div>
          <dt className="text-cocoa-2">{words.reason}</dt>
          <dd className="font-semibold">{choiceWords.declineReason[decline.reason]}</dd>
        </div>
      )}
      {decline.note && (
        <div>
          <dt className="text-cocoa-2">{words.note}</dt>
          <dd className="font-semibold whitespace-pre-line wrap-anywhere">{decline.note}</dd>
        </div>
      )}
    </dl>
  );
}

function History({ application }: { application: Application }) {
  // If the response was cached by an older version, these fields may be absent.
  const { appliedAt, history, consent } = application as Application & Partial<Pick<Application, 'consent'>>;
  return (
    <ul aria-label={words.history} className="figures mt-1 text-xs text-cocoa-3">
      <li>{words.applied(longDate(appliedAt), timeAgo(appliedAt))}</li>
      {consent &&
        agreementsIn(consent).map(({ version, agreedAt }) => (
          <li key={version}>{words.agreed(version, longDate(agreedAt))}</li>
        ))}
      {consent?.withdrawnAt && <li>{words.consentWithdrawn(longDate(consent.withdrawnAt))}</li>}
      {history.slice(1).map(({ status, at }) => (
        <li key={at}>{words.steps[status](longDate(at))}</li>
      ))}
    </ul>
  );
}

interface ApplicationCardProps {
  application: Application;
  row: Omit<MyStudyRow, 'key' | 'studyId' | 'application'>;
  now: number;
}

function Next({ application, row }: Omit<ApplicationCardProps, 'now'>) {
  const { study, status } = application;
  const { part, booking, isPaid, mayMeetAgain } = row;
  const decline = findDecline(application);
  const isToChoose = part === 'CHOOSE';
  const mayChoose = isToChoose || mayMeetAgain;
  if (booking !== undefined && !mayChoose && status === 'ACCEPTED') return null;
  return (
    <div className={cx('mt-3 rounded-control px-4 py-3 text-sm', isToChoose ? 'bg-green-tint' : 'bg-sunken')}>
      <h4 className="font-body text-sm font-semibold tracking-normal">{words.next}</h4>
      <p className="mt-0.5 text-cocoa-2">{mayChoose && isPaid ? words.nextPaid : nextStep(status, study)}</p>
      {decline && <Decline decline={decline} />}
      {mayChoose && application.asksConsent && <p className="mt-2">{words.agreeFirst}</p>}
      {mayChoose && !application.asksConsent && (
        <LinkButton
          variant={isPaid || (booking && needsOneClick(booking)) ? 'secondary' : 'primary'}
          className="mt-3 mb-1"
          to={paths.chooseTime(study.id)}
          aria-label={words.chooseFor(study.publicName)}
        >
          {booking && needsOneClick(booking)
            ? words.otherOrDecline
            : booking?.state === 'OFFERED'
              ? words.takeOffer
              : words.chooseTime}
        </LinkButton>
      )}
    </div>
  );
}

const AskConsent = lazyPart(
  async () => (await import('./consent-request.tsx')).AskConsent,
  <Skeleton className="mt-3 h-80 w-full" />,
);

export function ApplicationCard({ application, row, now }: ApplicationCardProps) {
  const { study, status, responses } = application;
  const { part, booking, submission, hasSurvey, isSurveyUnread } = row;
  const client = useQueryClient();
  const isAccepted = status === 'ACCEPTED';
  const recruitmentStatus = recruitmentBadge(status, study.recruitmentStatus);
  const heading = useRef<HTMLHeadingElement>(null);
  const [endings, setEndings] = useState(0);
  const ended = () => setEndings((count) => count + 1);
  useEffect(() => {
    if (endings > 0) heading.current?.focus();
  }, [endings]);
  return (
    <Card isMarked={isAccepted && part !== 'PAST'} className="max-sm:p-4">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <div className="min-w-0 flex-1 basis-40">
          <h3 ref={heading} tabIndex={-1} className="text-lg/tight wrap-anywhere focus:unmarked sm:text-xl">
            <Link
              to={paths.studyApply(study.id)}
              className="-my-2.75 inline-block py-2.75 underline-offset-4 hover:text-green hover:underline"
            >
              {study.publicName}
            </Link>
          </h3>
          <CompanyName className="mt-0.5 text-sm" name={study.companyName} />
        </div>
        <div className="flex flex-wrap gap-2">
          {recruitmentStatus && (
            <Badge tone={recruitmentTones[study.recruitmentStatus]}>{recruitmentStatus}</Badge>
          )}
          {submission ? (
            <Badge tone={submissionTones[submission.status]}>
              {submissionWords.status[submission.status]}
            </Badge>
          ) : (
            <Badge tone={applicationTones[status]}>{choiceWords.applicationStatus[status]}</Badge>
          )}
        </div>
      </div>
      <ApplicationPay application={application} row={row} now={now} />
      <StudyDetailList
        className={cx('mt-2 text-sm', part === 'CHOOSE' ? 'font-semibold' : 'text-cocoa-2')}
        survey={study.survey}
        durationInMinutes={study.durationInMinutes}
        availableDates={study.availableDates}
      />
      <History application={application} />
      {application.asksConsent && (
        <AskConsent
          applicationId={application.id}
          asked={application.asksConsent}
          refetch={(agreed) => refetchApplications(client, agreed)}
          onEnded={ended}
        />
      )}
      {booking && <OwnMeeting booking={booking} now={now} onEnded={ended} />}
      {hasSurvey ? (
        <OwnSurvey {...{ application, submission, now }} onEnded={ended} />
      ) : (
        !isSurveyUnread && <Next application={application} row={row} />
      )}
      <Answers responses={responses} />
      <ApplicationLinks {...{ application, row, now }} onEnded={ended} />
    </Card>
  );
}

export function MeetingCard({ booking, now }: { booking: OwnBooking; now: number }) {
  const { study, studyId } = booking;
  const client = useQueryClient();
  return (
    <Card isMarked className="max-sm:p-4">
      <h3 className="text-lg/tight wrap-anywhere sm:text-xl">
        <Link
          to={paths.studyApply(studyId)}
          className="-my-2.75 inline-block py-2.75 underline-offset-4 hover:text-green hover:underline"
        >
          {study.publicName}
        </Link>
      </h3>
      <CompanyName className="mt-0.5 text-sm" name={study.companyName} />
      {booking.asksConsent && (
        <AskConsent
          applicationId={booking.applicationId}
          asked={booking.asksConsent}
          refetch={(agreed) => refetchApplications(client, agreed)}
          onEnded={focusHeading}
        />
      )}
      <OwnMeeting booking={booking} now={now} onEnded={focusHeading} />
    </Card>
  );
}

const SKELETONS = 3;

export function ApplicationsLoading() {
  return (
    <Loading label={words.loading}>
      <div className="flex flex-col gap-4">
        {Array.from({ length: SKELETONS }, (_, at) => (
          <Card key={at}>
            <Skeleton className="h-4 w-32" />
            <Skeleton className="mt-3 h-6 w-3/5" />
            <Skeleton className="mt-3 h-4 w-2/5" />
            <Skeleton className="mt-5 h-16 w-full" />
          </Card>
        ))}
      </div>
    </Loading>
  );
}
