import type { Budget } from '@app/contracts/payment/budgets.ts';
import { addPlaces } from '@app/contracts/project/study-calls.ts';
import type { Study } from '@app/contracts/project/studies.ts';
import { budgetWords as words } from '@app/words/budgets.ts';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { callProject } from '../../api/call.ts';
import { applicantKeys, budgetKeys } from '../../api/keys.ts';
import { useSingleCall } from '../../api/use-single-call.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { toast } from '../../ui/toast.ts';

const LOOK_AGAIN_MS = 2_000;
/** Polling ends after half a minute. A later result is shown at the next visit. */
const MOST_LOOKS = 15;

export async function addPaidPlaces(client: QueryClient, studyId: string, places: number): Promise<void> {
  const body = { desiredNumberOfParticipants: places };
  try {
    await callProject(addPlaces, { params: { id: studyId }, body });
  } finally {
    await client.invalidateQueries({ queryKey: applicantKeys.study(studyId) });
    await client.invalidateQueries({ queryKey: budgetKeys.all() });
  }
}

/** Only a payment after the publication adds places. */
const isRaise = ({ publishedAt }: Study, { fundings }: Budget) =>
  fundings.some(
    ({ state, isForBonus, createdAt }) =>
      state === 'SUCCEEDED' && !isForBonus && publishedAt !== null && createdAt > publishedAt,
  );

export function PaidPlaces({ study, budget }: { study: Study; budget: Budget }) {
  const { quote, state } = budget;
  const client = useQueryClient();
  const given = study.desiredNumberOfParticipants ?? 0;
  const isTaking = study.state === 'PUBLISHED' || study.state === 'PAUSED';
  const more = state === 'OPEN' && quote.totalInPesewas === 0 ? quote.places - given : 0;
  const isRaised = isRaise(study, budget);
  const isComing = isTaking && isRaised && more > 0;
  const before = useRef({ given, isComing });
  useEffect(() => {
    // If places were added in another way, there is another message.
    if (before.current.isComing && before.current.given < given) toast.success(words.placesAdded(given));
    before.current = { given, isComing };
  }, [given, isComing]);
  useEffect(() => {
    if (!isComing) return undefined;
    let looks = 0;
    const timer = setInterval(() => {
      looks += 1;
      if (looks === MOST_LOOKS) clearInterval(timer);
      void client.invalidateQueries({ queryKey: applicantKeys.study(study.id) });
    }, LOOK_AGAIN_MS);
    return () => clearInterval(timer);
  }, [isComing, client, study.id]);
  const adding = useSingleCall(['add-paid-places', study.id], {
    mutationFn: () => addPaidPlaces(client, study.id, quote.places),
  });
  if (more <= 0 || study.state === 'DRAFT') return null;
  if (!isTaking && !isRaised) return null;
  if (!isTaking)
    return (
      <Banner className="mb-4" title={words.placesTooLate(more)}>
        {words.placesTooLateText}
      </Banner>
    );
  return (
    <Banner
      className="mb-4"
      tone="info"
      title={isRaised ? words.placesPaid(more) : words.placesUnused(more)}
      action={
        <Button variant="secondary" isBusy={adding.isPending} onClick={() => adding.mutate()}>
          {words.addPaid(more)}
        </Button>
      }
    >
      {isRaised ? words.placesPaidText(more) : words.placesUnusedText}
    </Banner>
  );
}
