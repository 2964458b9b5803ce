import { budgetWords as words } from '@app/words/budgets.ts';
import { cedis } from '@app/words/cedis.ts';
import type { Budget } from '@app/contracts/payment/budgets.ts';
import type { Study } from '@app/contracts/project/studies.ts';
import { paths } from '@app/contracts/web-paths.ts';
import { useQuery } from '@tanstack/react-query';
import { Fragment, useEffect, useRef, useState } from 'react';
import { useParams, useSearchParams } from 'react-router';
import { CallFailed } from '../../api/failure.ts';
import { LoadFailed } from '../../api/load-failed.tsx';
import { ownStudy } from '../../api/own-study.ts';
import { Breadcrumb } from '../../product/breadcrumb.tsx';
import { PaySteps } from '../../product/pay-steps.tsx';
import { plannedPlaces } from '../../product/planned-places.ts';
import { pageMeta, useTitle } from '../../product/title.ts';
import { screens } from '../../screens.ts';
import { useUser } from '../../session/session.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button, LinkButton } from '../../ui/button.tsx';
import { lazyPart, Loading, Skeleton, EmptyState } from '../../ui/states.tsx';
import { toast } from '../../ui/toast.ts';
import { useFirstWait } from '../../ui/use-first-wait.ts';
import { type BonusToGive, savePendingBonus } from './pending-bonuses.ts';
import { PaidInBonus } from './pending-bonus.tsx';
import { FundingProgress, fundingAccount } from './funding-progress.tsx';
import { RefundSection } from './refund-section.tsx';
import { PaidPlaces } from './paid-places.tsx';
import { PaymentsCard } from './payments-card.tsx';
import { ReceiptsCard } from './receipts-card.tsx';
import { BudgetNotices } from './budget-notices.tsx';
import { useBudget } from './use-budget.ts';
import { FiguresCard } from './figures-card.tsx';
import { fundingStatus, isTaking } from './funding-status.ts';

const CodeForm = lazyPart(async () => (await import('./code-form.tsx')).CodeForm);
const FundForm = lazyPart(async () => (await import('./fund-form.tsx')).FundForm);

export const meta = () => pageMeta(words.heading);
export const handle = screens.studyBudget;

interface Of {
  study: Study;
}

function StepsOfDraft({ study, isCovered, isOpen }: Of & { isCovered: boolean; isOpen: boolean }) {
  if (study.state !== 'DRAFT' || study.incentive === 0 || !isOpen) return null;
  return <PaySteps current={isCovered ? 3 : 2} className="mb-4" />;
}

/** Until a payment has succeeded, the researcher can change the incentive and the places. */
function NoBudget({ study, places }: Of & { places: number | null }) {
  const { id: studyId, projectId, incentive } = study;
  const user = useUser();
  if (incentive === 0) {
    const isDraft = study.state === 'DRAFT';
    const action = (
      <LinkButton to={isDraft ? paths.continueStudy(projectId, studyId) : paths.study(studyId)}>
        {isDraft ? words.toDraft : words.toStudy}
      </LinkButton>
    );
    return <EmptyState title={words.unpaidTitle} text={words.unpaidText} action={action} />;
  }
  return (
    <FundForm
      studyId={studyId}
      budget={null}
      incentiveInPesewas={incentive * 100}
      places={places ?? (user && plannedPlaces({ userId: user.userId, projectId, studyId }))}
      durationInMinutes={study.survey?.minutes ?? study.durationInMinutes}
    />
  );
}

function useFundingToast({ fundings }: Budget): void {
  const last = fundings.at(-1);
  const before = useRef(last?.state);
  useEffect(() => {
    const hasChanged = before.current !== undefined && before.current !== last?.state;
    before.current = last?.state;
    if (!hasChanged || last?.state !== 'SUCCEEDED') return;
    toast.success(words.progressText.SUCCEEDED(cedis(last.receivedInPesewas ?? 0), fundingAccount(last)));
  }, [last]);
}

function Known({ study, budget }: Of & { budget: Budget }) {
  const [params, setParams] = useSearchParams();
  const [isRaising, setIsRaising] = useState(params.has('more'));
  const setRaising = (next: boolean) => {
    setIsRaising(next);
    if (params.has('more')) setParams({}, { replace: true, preventScrollReset: true });
  };
  const [bonus, setBonus] = useState<BonusToGive>();
  const raiseButton = useRef<HTMLButtonElement>(null);
  const wasRaising = useRef(false);
  useEffect(() => {
    if (wasRaising.current && document.activeElement === document.body) raiseButton.current?.focus();
    wasRaising.current = isRaising;
  }, [isRaising]);
  useFundingToast(budget);
  const { quote, fundings } = budget;
  const status = fundingStatus(study, budget);
  const { notice, isOpen, waits, isFunded, isCovered, isShort, hasClosedShortfall, mayPayIn } = status;
  const places = study.desiredNumberOfParticipants;
  const form = status.isUnpaid ? (
    <NoBudget study={study} places={quote.places} />
  ) : (
    <FundForm
      key={quote.places}
      studyId={study.id}
      budget={budget}
      incentiveInPesewas={quote.incentiveInPesewas}
      places={isShort || hasClosedShortfall ? quote.places : (places ?? quote.places) + 1}
      durationInMinutes={study.survey?.minutes ?? study.durationInMinutes}
      given={isOpen && isTaking(study) ? (places ?? undefined) : undefined}
      quotas={study.quotas}
      onClose={isShort || hasClosedShortfall ? undefined : () => setRaising(false)}
    />
  );
  const raise = mayPayIn && !isRaising && (
    <Button ref={raiseButton} variant="secondary" size="small" onClick={() => setRaising(true)}>
      {words.raise}
    </Button>
  );
  return (
    <>
      <StepsOfDraft study={study} isCovered={isCovered} isOpen={isOpen} />
      <PaidInBonus budget={budget} onPayIn={mayPayIn ? setBonus : undefined} />
      <PaidPlaces study={study} budget={budget} />
      {notice && <FundingProgress funding={notice} />}
      {notice?.asksForCode && <CodeForm key={notice.id} studyId={study.id} />}
      <BudgetNotices study={study} budget={budget} />
      {(isShort || (isRaising && mayPayIn) || (hasClosedShortfall && !waits)) && (
        <div className="mb-4">{form}</div>
      )}
      {bonus !== undefined && mayPayIn && (
        <div className="mb-4">
          <BonusForm {...{ study, budget, bonus }} onClose={() => setBonus(undefined)} />
        </div>
      )}
      <div className="grid items-start gap-4 lg:grid-cols-2">
        {isFunded && <FiguresCard budget={budget} action={raise} />}
        <div className="flex min-w-0 flex-col gap-4">
          {isFunded && <PaymentsCard {...{ study, budget }} onPayIn={mayPayIn ? setBonus : undefined} />}
          <ReceiptsCard fundings={fundings} />
        </div>
      </div>
      <RefundSection budget={budget} study={study} />
    </>
  );
}

interface BonusFormProps extends Of {
  budget: Budget;
  bonus: BonusToGive;
  onClose: () => void;
}

/** Pays in the part of a bonus for which the budget has no money. */
function BonusForm({ study, budget, bonus, onClose }: BonusFormProps) {
  return (
    <FundForm
      key={`${bonus.applicationId} ${bonus.cedis}`}
      studyId={study.id}
      budget={budget}
      incentiveInPesewas={budget.quote.incentiveInPesewas}
      places={budget.quote.places}
      durationInMinutes={null}
      bonusInPesewas={bonus.cedis * 100}
      onAsked={(next) => savePendingBonus(bonus, next)}
      onClose={onClose}
    />
  );
}

function DeletedStudyBudget({ budget }: { budget: Budget }) {
  return (
    <>
      <Banner className="mb-4" tone="info" title={words.gone}>
        {words.goneText}
      </Banner>
      <div className="grid items-start gap-4 lg:grid-cols-2">
        <FiguresCard budget={budget} />
        <ReceiptsCard fundings={budget.fundings} />
      </div>
    </>
  );
}

function BudgetLoading() {
  return (
    <Loading>
      <div className="grid gap-4 lg:grid-cols-2">
        <Skeleton className="h-72" />
        <Skeleton className="h-72" />
      </div>
    </Loading>
  );
}

function BudgetPage({ id }: { id: string }) {
  const study = useQuery(ownStudy(id));
  useTitle(words.heading, study.data?.name);
  const isGone = study.error instanceof CallFailed && study.error.code === 'STUDY_NOT_FOUND';
  const budget = useBudget(id, isGone || study.data?.mayHaveBudget === true);
  const hasNone = budget.data === null || study.data?.mayHaveBudget === false;
  const failed = [study, budget].find(({ data, isError }) => data === undefined && isError);
  const isComing = !failed && (study.data === undefined || !(hasNone || budget.data));
  const isAwaited = useFirstWait(isComing);
  const shown = isAwaited ? undefined : study.data;
  const above = shown
    ? [
        { label: shown.projectName, to: paths.project(shown.projectId) },
        { label: shown.name, to: paths.study(id) },
      ]
    : [];
  return (
    // With a new key, React replaces the placeholder at once, so that nothing moves.
    <Fragment key={String(isAwaited)}>
      <Breadcrumb above={above} />
      <h1 className="mb-6 wrap-anywhere">{shown ? words.studyHeading(shown.name) : words.heading}</h1>
      {isGone && budget.data && <DeletedStudyBudget budget={budget.data} />}
      {failed && !(isGone && budget.data) && (
        <LoadFailed
          error={failed.error}
          onRetry={() => void failed.refetch()}
          isRetrying={failed.isFetching}
          leave={{ to: paths.study(id), label: words.toStudy }}
        />
      )}
      {isComing && <BudgetLoading />}
      {!isGone && study.data && budget.data && <Known study={study.data} budget={budget.data} />}
      {study.data && hasNone && (
        <>
          <StepsOfDraft study={study.data} isCovered={false} isOpen />
          <NoBudget study={study.data} places={study.data.desiredNumberOfParticipants} />
        </>
      )}
    </Fragment>
  );
}

export default function StudyBudget() {
  const { id = '' } = useParams();
  return <BudgetPage key={id} id={id} />;
}
