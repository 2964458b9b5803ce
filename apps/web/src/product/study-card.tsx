import type { Ethics } from '@app/contracts/project/ethics.ts';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { Card } from '../ui/card.tsx';
import {
  ApprovedBy,
  CompanyName,
  IncentiveLine,
  StudyDetailList,
  type StudyDetailListProps,
} from './study-detail-list.tsx';

interface StudyCardProps extends Omit<StudyDetailListProps, 'className'> {
  companyName: string | null;
  publicName: string;
  description: string;
  Heading?: 'h2' | 'h3';
  ethics?: Ethics | null | undefined;
  /** The unit is whole GH₵. */
  incentive?: number | undefined;
  to?: string;
  action: ReactNode;
}

export function StudyCard({
  companyName,
  publicName,
  description,
  Heading = 'h2',
  ethics,
  incentive,
  to,
  action,
  durationInMinutes,
  meetingWay,
  availableDates,
  survey,
  ...rest
}: StudyCardProps) {
  return (
    <Card className="relative flex h-full min-w-0 flex-col max-sm:p-4">
      <Heading className="text-lg/tight wrap-anywhere sm:text-xl">
        {to === undefined ? (
          publicName
        ) : (
          <Link
            to={to}
            className="underline-offset-4 after:absolute after:inset-0 after:content-[''] hover:underline"
          >
            {publicName}
          </Link>
        )}
      </Heading>
      <IncentiveLine incentive={incentive || undefined} survey={survey} className="mt-1 text-sm" />
      <StudyDetailList
        isUnpaid={incentive === 0}
        className="mt-1 text-sm font-semibold"
        durationInMinutes={durationInMinutes}
        meetingWay={meetingWay}
        availableDates={availableDates}
        survey={survey}
      />
      <p className="mt-2 line-clamp-2 text-sm wrap-anywhere text-cocoa-2 max-sm:hidden">{description}</p>
      <div className="mt-auto flex items-end justify-between gap-x-4 gap-y-2 pt-1.5 flex-wrap sm:pt-3">
        <div className="min-w-0 flex-1 basis-40">
          <StudyDetailList className="text-xs text-cocoa-2" {...rest} />
          <CompanyName className="text-xs" name={companyName} />
          <ApprovedBy className="text-xs" ethics={ethics} />
        </div>
        <div className="relative max-w-full shrink-0">{action}</div>
      </div>
    </Card>
  );
}
