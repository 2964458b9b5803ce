import { failureWords } from '@app/words/failures.ts';
import { exclusionWords } from '@app/words/exclusions.ts';
import { studyWizardWords as words } from '@app/words/study-wizard.ts';
import type { ReachCriteria, ReachReading } from '@app/contracts/identity/reach.ts';
import { readStudyReach } from '@app/contracts/project/reach.ts';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { callProject } from '../../../api/call.ts';
import { reachKey } from '../../../api/keys.ts';
import { readDraft } from '../../../forms/drafts.ts';
import { DRAFT_KEYS } from '../../../product/study-drafts.ts';
import { Button } from '../../../ui/button.tsx';
import { ParticipantsDemographics, StudyDetails } from '@app/contracts/project/studies.ts';

export function parseReachCriteria(details: unknown, demographics: unknown): ReachCriteria | null {
  const wanted = ParticipantsDemographics.safeParse(demographics);
  const devices = StudyDetails.shape.deviceRequirements.safeParse(
    (details as { deviceRequirements?: unknown } | null)?.deviceRequirements,
  );
  if (!wanted.success || !devices.success) return null;
  // These criteria are left out, because the counting service does not know who took part in earlier studies.
  const {
    minimumAge,
    maximumAge,
    gender,
    education,
    annualHouseholdIncome,
    excludedStudies: _,
    requiredStudies: __,
    isInviteOnly: ___,
    ...further
  } = wanted.data;
  return {
    minimumAge,
    maximumAge,
    genders: gender.toSorted(),
    educationLevels: education.toSorted(),
    incomeRanges: annualHouseholdIncome.toSorted(),
    deviceRequirements: devices.data.toSorted(),
    ...further,
  };
}

const draftExclusions = (demographics: unknown) =>
  (demographics ?? {}) as { excludedStudies?: unknown; requiredStudies?: unknown; isInviteOnly?: unknown };

export function isRestricted(demographics: unknown): boolean {
  const { requiredStudies, isInviteOnly } = draftExclusions(demographics);
  return Boolean(requiredStudies) || isInviteOnly === true;
}

const isForSome = (demographics: unknown) =>
  isRestricted(demographics) || Boolean(draftExclusions(demographics).excludedStudies);

/** Counting starts when the criteria have not changed for this long. */
const SETTLE_MS = 500;

function useSettled(text: string): string {
  const [settled, setSettled] = useState('null');
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), SETTLE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}

interface Reach {
  state: 'INCOMPLETE' | 'COUNTING' | 'FAILED' | 'COUNTED';
  count: number | undefined;
  reading: ReachReading | undefined;
  retry: () => void;
}

function useReach(demographics: unknown): Reach {
  const criteria = parseReachCriteria(readDraft(DRAFT_KEYS.details), demographics);
  const text = JSON.stringify(criteria);
  const settled = useSettled(text);
  const reach = useQuery({
    queryKey: reachKey(settled),
    queryFn: ({ signal }) =>
      callProject(readStudyReach, { body: JSON.parse(settled) as ReachCriteria }, signal),
    enabled: settled !== 'null',
  });
  const stateNow = (): Reach['state'] => {
    if (criteria === null) return 'INCOMPLETE';
    if (text !== settled || reach.isFetching || reach.isPending) return 'COUNTING';
    return reach.isError ? 'FAILED' : 'COUNTED';
  };
  return {
    state: stateNow(),
    count: reach.data?.count,
    reading: reach.data?.reading,
    retry: () => void reach.refetch(),
  };
}

/** During loading there is no text, so that screen readers are not interrupted. */
function reachText({ state, count, reading }: Reach): ReactNode {
  if (state === 'INCOMPLETE') return words.reachIncomplete;
  if (state === 'FAILED') return words.reachFailed;
  if (state === 'COUNTING' || count === undefined)
    return <span aria-hidden="true">{words.reachCounting}</span>;
  if (count === 0) return words.reachNone;
  return reading ? words.reachCounts[reading](count) : words.reachCount(count);
}

/**
 * Even without a count, a study can be published. A fixed text of the product owner is shown beside the count
 * (D-02).
 */
export function LiveReach({ demographics }: { demographics: unknown }) {
  const reach = useReach(demographics);
  return (
    <section aria-label={words.reachTitle} className="rounded-card border border-line p-4 text-sm">
      <h2 className="text-base">{words.reachTitle}</h2>
      <p role="status" className="figures mt-1 font-semibold">
        {reachText(reach)}
      </p>
      {reach.state === 'FAILED' && (
        <Button variant="quiet" size="small" className="-ml-4" onClick={reach.retry}>
          {failureWords.tryAgain}
        </Button>
      )}
      {isForSome(demographics) && <p className="mt-1">{exclusionWords.reachIgnoresExclusions}</p>}
      <p className="mt-1 text-cocoa-3">
        {reach.reading === 'ABOUT' ? words.reachEstimated : words.reachAbout}
      </p>
    </section>
  );
}

export function FewerFit({ demographics, wanted }: { demographics: unknown; wanted: number | undefined }) {
  const { state, count, reading } = useReach(demographics);
  const isFewer = state === 'COUNTED' && count !== undefined && wanted !== undefined && count < wanted;
  return (
    <p role="status" className="figures text-sm text-gold-ink">
      {isFewer && !reading && (count === 0 ? words.reachNone : words.reachFewer(count))}
      {isFewer && reading && words.reachCounts[reading](count)}
    </p>
  );
}
