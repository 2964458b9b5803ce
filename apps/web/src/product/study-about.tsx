import type { Ethics } from '@app/contracts/project/ethics.ts';
import type { CHOOSING } from '@app/contracts/project/meeting-choices.ts';
import { meetingWords } from '@app/words/meetings.ts';
import { onlineStudyWords as onlineWords } from '@app/words/online-study.ts';
import { studyDetailsWords as detailsWords } from '@app/words/study-details.ts';
import { shortDay } from '@app/words/days.ts';
import { type ReactNode, useId, useState } from 'react';
import { serverToday } from '../api/server-today.ts';
import { daysLeft } from '../format/days.ts';
import { joinShortened } from '../format/listed.ts';
import { Button } from '../ui/button.tsx';
import { cx } from '../ui/cx.ts';
import { ethicsSummary } from './ethics-summary.ts';
import {
  ApprovedBy,
  CompanyName,
  IncentiveLine,
  StudyDetailList,
  type StudyDetailListProps,
  type ShownSurvey,
} from './study-detail-list.tsx';

function Row({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="gap-4 py-2.5 sm:flex">
      <dt className="shrink-0 text-sm font-semibold sm:w-32">{name}</dt>
      <dd className="figures text-sm text-cocoa-2 sm:text-base">{children}</dd>
    </div>
  );
}

interface SurveyRowsProps extends Pick<StudyAboutProps, 'choosing' | 'missing'> {
  survey: ShownSurvey;
  isPaid: boolean;
}

function SurveyRows({ survey: { closesOn, screenOutPay = 0 }, isPaid, choosing, missing }: SurveyRowsProps) {
  return (
    <>
      <Row name={onlineWords.openUntil}>{closesOn ? shortDay(closesOn, serverToday()) : missing}</Row>
      <Row name={detailsWords.takePart}>
        {onlineWords.survey}
        {choosing === 'AT_ONCE' && ` ${onlineWords.surveyAtOnce}`}
      </Row>
      {isPaid && (
        <>
          <Row name={detailsWords.whenPaid}>{onlineWords.paidForSurvey}</Row>
          <Row name={onlineWords.screenedOut}>{onlineWords.screenOutPay(screenOutPay)}</Row>
        </>
      )}
    </>
  );
}

type TimeRowsProps = Pick<StudyAboutProps, 'availableDates' | 'availableTimes' | 'missing'>;

function TimeRows({ availableDates, availableTimes, missing }: TimeRowsProps) {
  const now = serverToday();
  const days = daysLeft(availableDates ?? [], now).map((day) => shortDay(day, now));
  return (
    <>
      <Row name={detailsWords.days}>{days.length === 0 ? missing : joinShortened(days)}</Row>
      <Row name={detailsWords.times}>
        {availableTimes.length === 0 ? missing : detailsWords.timesInGmt(joinShortened(availableTimes))}
      </Row>
    </>
  );
}

interface StudyAboutProps extends Omit<StudyDetailListProps, 'className'> {
  companyName: string | null;
  publicName: string;
  description: string;
  availableTimes: readonly string[];
  /** The unit is whole GH₵. */
  incentive?: number | undefined;
  seatsPerSlot?: number | undefined;
  noticeHours?: number | undefined;
  choosing?: (typeof CHOOSING)[number] | undefined;
  bring?: string | undefined;
  language?: string | undefined;
  ethics?: Ethics | null | undefined;
  Heading?: 'h1' | 'h3';
  missing?: string;
  /** Cuts the description short, so that a phone's first screen shows the first question. */
  isBrief?: boolean;
}

export function StudyAbout({
  companyName,
  publicName,
  description,
  availableTimes,
  Heading = 'h1',
  missing = detailsWords.daysPassed,
  isBrief = false,
  availableDates,
  incentive,
  meetingWay,
  seatsPerSlot = 1,
  noticeHours,
  choosing,
  bring = '',
  language = '',
  ethics,
  survey,
  ...study
}: StudyAboutProps) {
  const now = serverToday();
  const [isOpen, setIsOpen] = useState(false);
  const isWhole = isOpen || !isBrief;
  const id = useId();
  return (
    <>
      <CompanyName name={companyName} />
      <ApprovedBy className="text-sm" ethics={ethics} />
      <Heading className={cx('mt-1 wrap-anywhere', isBrief && 'max-sm:text-2xl')}>{publicName}</Heading>
      <IncentiveLine incentive={incentive} survey={survey} className="mt-2" />
      <StudyDetailList
        className="mt-2 text-sm text-cocoa-2"
        meetingWay={meetingWay}
        availableDates={isBrief ? availableDates : undefined}
        survey={survey}
        {...study}
      />
      <div id={id}>
        <p className="mt-1.5 max-w-text wrap-anywhere whitespace-pre-line sm:mt-5">{description}</p>
        {bring !== '' && (
          <p className="mt-3 max-w-text wrap-anywhere">
            <span className="font-semibold">{detailsWords.bring}:</span> {bring}
          </p>
        )}
        <dl className={cx('mt-4 divide-y divide-line border-y border-line', !isWhole && 'max-sm:hidden')}>
          {survey ? (
            <SurveyRows {...{ survey, choosing, missing }} isPaid={Boolean(incentive)} />
          ) : (
            <TimeRows {...{ availableDates, availableTimes, missing }} />
          )}
          {meetingWay && !survey && (
            <Row name={detailsWords.way}>
              {detailsWords.meets(meetingWords.way[meetingWay], seatsPerSlot, noticeHours ?? 0)}
              {choosing === 'AT_ONCE' && ` ${detailsWords.atOnce}`}
            </Row>
          )}
          {language !== '' && <Row name={detailsWords.language}>{language}</Row>}
          {ethics && <Row name={detailsWords.ethics}>{ethicsSummary(ethics, now)}</Row>}
        </dl>
      </div>
      {isBrief && (
        <Button
          variant="quiet"
          size="small"
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setIsOpen(!isOpen)}
          className="-ml-4.25 sm:hidden"
        >
          {isOpen ? detailsWords.less : survey ? onlineWords.moreOnline : detailsWords.more}
        </Button>
      )}
    </>
  );
}
