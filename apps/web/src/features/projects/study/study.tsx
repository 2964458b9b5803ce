import { choiceWords } from '@app/words/choices.ts';
import { studyControlWords as controls } from '@app/words/study-controls.ts';
import { studyDetailsWords as detailsWords } from '@app/words/study-details.ts';
import { furtherText } from '@app/words/further-criteria-names.ts';
import { studyPageWords as words } from '@app/words/study-page.ts';
import {
  DEVICE_REQUIREMENTS,
  EDUCATION_LEVELS,
  GENDERS,
  INCOME_RANGES,
} from '@app/contracts/enumerations.ts';
import { countApplicants, type ApplicantCounts } from '@app/contracts/project/applicants.ts';
import type { Study } from '@app/contracts/project/studies.ts';
import { paths } from '@app/contracts/web-paths.ts';
import { useQuery } from '@tanstack/react-query';
import { ChevronDown } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { useParams } from 'react-router';
import { callProject } from '../../../api/call.ts';
import { applicantKeys } from '../../../api/keys.ts';
import { lastKnownData } from '../../../api/last-known.ts';
import { ownStudy } from '../../../api/own-study.ts';
import { LoadFailed } from '../../../api/load-failed.tsx';
import { Breadcrumb } from '../../../product/breadcrumb.tsx';
import { eligibilityTones } from '../../../product/status-tones.ts';
import { pageMeta, useTitle } from '../../../product/title.ts';
import { screens } from '../../../screens.ts';
import { useUser } from '../../../session/session.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { lazyPart, Loading, Skeleton } from '../../../ui/states.tsx';
import { useFirstWait } from '../../../ui/use-first-wait.ts';
import { useHeadingFocus } from '../../../ui/use-heading-focus.ts';
import { mayCreate } from '../may-create.tsx';
import { isGone } from '../project-queries.ts';
import { CloseStudyModal } from '../studies/close-study-modal.tsx';
import { useResearcherSlots } from '../../../product/meetings/use-researcher-slots.ts';
import { GroupsCard } from './quotas-card.tsx';
import { StudyHead } from './study-head.tsx';
import { TimesCard } from './times-card.tsx';
import { EthicsCard } from './ethics-card.tsx';
import { PlacesCard } from './places-card.tsx';

export const meta = () => pageMeta(words.heading);
export const handle = screens.study;

function StudyLoading() {
  return (
    <Loading>
      <Skeleton className="h-8 w-1/2" />
      <Skeleton className="mt-3 mb-8 h-4 w-2/3" />
      <div className="grid gap-4 lg:grid-cols-[3fr_2fr]">
        <Skeleton className="h-56" />
        <Skeleton className="h-56" />
      </div>
    </Loading>
  );
}

function useTally(id: string) {
  const queryKey = applicantKeys.tally(id);
  return useQuery({
    queryKey,
    ...lastKnownData(queryKey),
    queryFn: ({ signal }) => callProject(countApplicants, { params: { id } }, signal),
    refetchOnMount: 'always',
  });
}

function CloseSection({ study, counts }: { study: Study; counts: ApplicantCounts | undefined }) {
  const [isAsking, setIsAsking] = useState(false);
  const [closings, setClosings] = useState(0);
  useHeadingFocus(closings);
  if (study.state !== 'PUBLISHED' && study.state !== 'PAUSED') return null;
  function settle() {
    setIsAsking(false);
    setClosings(closings + 1);
  }
  return (
    <section className="mt-10 border-t border-line pt-6">
      <h2 className="text-lg">{words.closeHeading}</h2>
      <p className="mt-1 max-w-text text-sm text-cocoa-2">{words.closeText}</p>
      <Button variant="quietDanger" className="mt-4 border-laterite!" onClick={() => setIsAsking(true)}>
        {controls.closeAction}
      </Button>
      {isAsking && (
        <CloseStudyModal
          study={{ ...study, pendingCount: counts?.byStatus.PENDING ?? 0 }}
          onKeep={() => setIsAsking(false)}
          onSettled={settle}
        />
      )}
    </section>
  );
}

interface Of {
  study: Study;
}

function TitledCard({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Card>
      <h2 className="text-lg">{title}</h2>
      {children}
    </Card>
  );
}

function QuestionsCard({ study: { screeners } }: Of) {
  return (
    <TitledCard title={words.questions}>
      <ol className="mt-1 divide-y divide-line">
        {screeners.map(({ id, question, options }, at) => (
          <li key={id} className="py-4 last:pb-0">
            <h3 className="font-body text-base font-semibold tracking-normal wrap-anywhere">
              {detailsWords.question(at + 1, question.trim() || words.blankQuestion)}
            </h3>
            <ul className="mt-2 flex flex-col gap-1.5 text-sm">
              {options.map((option) => (
                <li key={option.id} className="flex items-start justify-between gap-3">
                  <span className="min-w-0 pt-0.5 wrap-anywhere">
                    {option.answer.trim() || words.blankChoice}
                  </span>
                  <Badge tone={eligibilityTones[option.eligibility]}>
                    {option.eligibility === '' ? words.informs : choiceWords.eligibility[option.eligibility]}
                  </Badge>
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ol>
    </TitledCard>
  );
}

function some<Value extends string>(
  chosen: readonly Value[],
  all: readonly Value[],
  labels: Readonly<Record<Value, string>>,
): string {
  return chosen.length === all.length ? words.any : chosen.map((value) => labels[value]).join(', ');
}

function WhoCard({ study }: Of) {
  const { minimumAge, maximumAge, gender, education, annualHouseholdIncome, deviceRequirements } = study;
  const criteria = [
    [words.ages, words.agesFromTo(minimumAge, maximumAge)],
    [words.gender, some(gender, GENDERS, choiceWords.gender)],
    [words.education, some(education, EDUCATION_LEVELS, choiceWords.education)],
    [words.income, some(annualHouseholdIncome, INCOME_RANGES, choiceWords.annualHouseholdIncome)],
    [words.devices, some(deviceRequirements, DEVICE_REQUIREMENTS, choiceWords.deviceRequirements)],
    ...furtherText(study),
  ] as const;
  return (
    <TitledCard title={words.who}>
      <dl className="figures mt-2 flex flex-col gap-2 text-sm">
        {criteria.map(([label, value]) => (
          <div key={label}>
            <dt className="text-cocoa-3">{label}</dt>
            <dd className="wrap-anywhere">{value}</dd>
          </div>
        ))}
        {(study.excludedStudies ?? study.requiredStudies) && <ExclusionDetails study={study} />}
      </dl>
    </TitledCard>
  );
}

const ExclusionDetails = lazyPart(async () => (await import('./exclusion-details.tsx')).ExclusionDetails);

function AboutCard({ study: { description } }: Of) {
  return (
    <TitledCard title={words.about}>
      <p className="mt-2 wrap-anywhere whitespace-pre-line">{description}</p>
    </TitledCard>
  );
}

const Funnel = lazyPart(
  async () => (await import('./funnel.tsx')).Funnel,
  <Loading>
    <Skeleton className="mb-3 h-6" />
    <Skeleton className="h-48" />
  </Loading>,
);

function NumbersSection({ study }: Of) {
  const [isOpen, setIsOpen] = useState(false);
  if (study.state === 'DRAFT') return null;
  return (
    <Card className="mt-4">
      <details className="group" onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
        <summary className="flex min-h-12 list-none items-center justify-between gap-4 rounded-control hover:text-green [&::-webkit-details-marker]:hidden">
          <span>
            <h2 className="text-lg">{words.numbers}</h2>
            <span className="block text-sm text-cocoa-2">{words.numbersText}</span>
          </span>
          <ChevronDown
            aria-hidden="true"
            className="size-5 shrink-0 text-cocoa-3 transition-transform group-open:rotate-180"
          />
        </summary>
        <div className="mt-4">{isOpen && <Funnel study={study} />}</div>
      </details>
    </Card>
  );
}

const InviteCard = lazyPart(
  async () => (await import('./invite-card.tsx')).InviteCard,
  <Skeleton className="h-60" />,
);

const SurveyCard = lazyPart(
  async () => (await import('./survey-card.tsx')).SurveyCard,
  <Skeleton className="h-160" />,
);

interface KnownProps {
  study: Study;
  counts: ApplicantCounts | undefined;
  slots: ReturnType<typeof useResearcherSlots>;
}

function Known({ study, counts, slots }: KnownProps) {
  const user = useUser();
  const mayChange = user !== null && mayCreate(user);
  // While a study is suspended, only its ethics approval can be changed.
  const mayRecruit = mayChange && !study.suspension;
  return (
    <>
      <StudyHead study={study} counts={counts} mayChange={mayChange} />
      <div className="grid items-start gap-4 lg:grid-cols-[3fr_2fr]">
        <div className="flex min-w-0 flex-col gap-4">
          {study.survey ? (
            <SurveyCard study={study} mayChange={mayRecruit} />
          ) : study.durationInMinutes === null ? (
            <TitledCard title={words.times}>
              <p className="mt-2 text-sm text-cocoa-2">{words.timesUnset}</p>
            </TitledCard>
          ) : (
            <TimesCard study={study} reply={slots} mayChange={mayRecruit} />
          )}
          <QuestionsCard study={study} />
        </div>
        <div className="flex min-w-0 flex-col gap-4">
          {study.isInviteOnly && study.state !== 'DRAFT' && (
            <InviteCard study={study} mayChange={mayRecruit} />
          )}
          <PlacesCard study={study} mayChange={mayRecruit} />
          {study.quotas.length > 0 && <GroupsCard {...{ study, counts }} mayChange={mayRecruit} />}
          <WhoCard study={study} />
          <AboutCard study={study} />
          <EthicsCard study={study} mayChange={mayChange} />
        </div>
      </div>
      <NumbersSection study={study} />
      {/* After closing, no one gets new access. So even an unverified researcher may close the study. */}
      <CloseSection study={study} counts={counts} />
    </>
  );
}

function StudyPage({ id }: { id: string }) {
  const study = useQuery(ownStudy(id));
  useTitle(words.heading, study.data?.name);
  const tally = useTally(id);
  const slots = useResearcherSlots(id, typeof study.data?.durationInMinutes === 'number');
  // These parts are shown together with the rest, because later they would move it down.
  const arePartsAwaited = tally.isLoading || slots.isLoading;
  // Data of the last visit has the time 0. It can be shown without a connection.
  const isAwaited = useFirstWait(study.isLoading || (study.dataUpdatedAt > 0 && arePartsAwaited));
  const isKnown = study.data !== undefined && !isGone(study.error);
  if (study.data !== undefined && isKnown && !isAwaited)
    return <Known study={study.data} counts={tally.data} slots={slots} />;
  return (
    <>
      <Breadcrumb above={[]} />
      <h1 className="sr-only">{words.heading}</h1>
      {study.isError && !isKnown ? (
        <LoadFailed
          error={study.error}
          onRetry={() => void study.refetch()}
          isRetrying={study.isFetching}
          leave={{ to: paths.projects, label: words.goToList }}
        />
      ) : (
        <StudyLoading />
      )}
    </>
  );
}

export default function StudyOfResearcher() {
  const { id = '' } = useParams();
  return <StudyPage key={id} id={id} />;
}
