import { applicationWords } from '@app/words/applications.ts';
import { studyDialogWords as dialogs } from '@app/words/study-dialogs.ts';
import { readCompanyInformation } from '@app/contracts/identity/company.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { callIdentity } from '../../../api/call.ts';
import { companyKeys } from '../../../api/keys.ts';
import { questionChoices, questionLabel } from '../../../product/screener-words.ts';
import { StudyAbout } from '../../../product/study-about.tsx';
import { StudyCard } from '../../../product/study-card.tsx';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { RadioCards } from '../../../ui/choice-group.tsx';
import { readIncentive, studyFromDrafts } from '../../../product/study-from-drafts.ts';
import type { PlanFields } from '../pay/plan-and-pay.ts';

export function StudyPreview({
  projectId,
  plan,
}: {
  projectId: string;
  plan: Partial<Omit<PlanFields, 'quotas'>>;
}) {
  const [study] = useState(() => studyFromDrafts(projectId));
  const company = useQuery({
    queryKey: companyKeys.own(),
    queryFn: ({ signal }) => callIdentity(readCompanyInformation, {}, signal),
  });
  if (study === undefined) return null;
  const places = plan.desiredNumberOfParticipants;
  const shown = {
    companyName: company.data?.companyName ?? null,
    publicName: study.publicName,
    description: study.description,
    ethics: study.ethics,
    incentive: readIncentive(plan),
    deviceRequirements: study.deviceRequirements,
    durationInMinutes: plan.durationInMinutes,
    meetingWay: plan.meetingWay,
    survey: plan.mode === 'ONLINE' ? { ...plan.survey, closesOn: plan.closesOn } : undefined,
    availableDates: plan.availableDates?.length ? plan.availableDates : undefined,
    places: places ? { left: places, all: places } : undefined,
  };
  return (
    <div className="flex flex-col gap-6 text-cocoa">
      <p className="text-sm text-cocoa-2">{dialogs.previewNote}</p>
      <section aria-label={dialogs.previewList}>
        <p className="mb-2 text-sm font-semibold">{dialogs.previewList}</p>
        <StudyCard
          {...shown}
          Heading="h3"
          action={
            <Button variant="secondary" disabled>
              {applicationWords.apply}
            </Button>
          }
        />
      </section>
      <section aria-label={dialogs.previewPage}>
        <p className="mb-2 text-sm font-semibold">{dialogs.previewPage}</p>
        <Card>
          <StudyAbout
            {...shown}
            Heading="h3"
            availableTimes={plan.availableTimes ?? []}
            seatsPerSlot={plan.seatsPerSlot}
            choosing={plan.choosing}
            noticeHours={plan.noticeHours}
            bring={plan.meetingDetails?.bring}
            language={plan.meetingDetails?.language}
            missing={dialogs.previewMissing}
          />
          <h3 className="mt-8 text-lg">{applicationWords.questionsHeading}</h3>
          <p className="mt-1.5 text-sm text-cocoa-2">
            {applicationWords.questionsText(shown.survey !== undefined)}
          </p>
          <div className="mt-4 flex flex-col gap-5">
            {study.screeners.map((question, at) => (
              <RadioCards
                key={question.id}
                name={`preview-${question.id}`}
                label={<span className="text-base wrap-anywhere">{questionLabel(question, at)}</span>}
                options={questionChoices(question)}
              />
            ))}
          </div>
        </Card>
      </section>
    </div>
  );
}
