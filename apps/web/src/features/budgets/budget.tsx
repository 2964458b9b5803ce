import { budgetWords as words } from '@app/words/budgets.ts';
import { cedis } from '@app/words/cedis.ts';
import { type Budget, readBudget } from '@app/contracts/payment/budgets.ts';
import type { Study } from '@app/contracts/project/studies.ts';
import { paths } from '@app/contracts/web-paths.ts';
import { longDate } from '@app/words/days.ts';
import { useQuery } from '@tanstack/react-query';
import { Fragment, useEffect, useRef, useState, type ReactNode } from 'react';
import { useParams, useSearchParams } from 'react-router';
import { CallFailed } from '../../api/failure.ts';
import { LoadFailed } from '../../api/load-failed.tsx';
import { ownStudy } from '../../api/own-study.ts';
import { Breadcrumb } from '../../product/breadcrumb.tsx';
import { PaySteps } from '../../product/pay-steps.tsx';
import { plannedPlaces } from '../../product/planned-places.ts';
import { titled, useTitle } from '../../product/title.ts';
import { screens } from '../../screens.ts';
import { useUser } from '../../session/session.ts';
import { Badge } from '../../ui/badge.tsx';
import { Banner } from '../../ui/banner.tsx';
import { Button, LinkButton } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
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
import { callPayment } from '../../api/call-payment.ts';
import { budgetKeys } from '../../api/keys.ts';
import { lastKnown } from '../../api/last-known.ts';
import { Sums } from '../../product/sums.tsx';

/** The parts must add up to everything that was paid in. */
function FiguresCard({ budget, action }: { budget: Budget; action?: ReactNode }) {
  const received = budget.fundings.filter(({ state }) => state === 'SUCCEEDED');
  const funded = received.reduce((sum, { receivedInPesewas }) => sum + (receivedInPesewas ?? 0), 0);
  const last = received.at(-1);
  const { refundedInPesewas } = budget;
  return (
    <Card>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 className="text-lg">{words.figures}</h2>
        {budget.state === 'CLOSED' ? <Badge>{words.closed}</Badge> : action}
      </div>
      <p className="mt-3 text-sm text-cocoa-3">{words.funded}</p>
      <p className="figures font-display text-3xl font-heavy">{cedis(funded)}</p>
      {last && (
        <p className="mb-4 text-sm text-cocoa-2">
          {words.fundedFrom(fundingAccount(last), longDate(last.createdAt))}
        </p>
      )}
      <Sums
        rows={[
          [words.promised, budget.promisedInPesewas],
          [words.paid, budget.paidInPesewas],
          [words.onItsWay, budget.onItsWayInPesewas],
          [words.fees, budget.feesInPesewas],
          ...(refundedInPesewas > 0 ? ([[words.refunded, refundedInPesewas]] as const) : []),
        ]}
        total={[words.left, budget.availableInPesewas]}
      />
    </Card>
  );
}

const CodeForm = lazyPart(async () => (await import('./code-form.tsx')).CodeForm);
const FundForm = lazyPart(async () => (await import('./fund-form.tsx')).FundForm);

export const meta = () => titled(words.heading);
export const handle = screens.studyBudget;

interface Of {
  study: Study;
}

const isTaking = ({ state }: Study) => state === 'PUBLISHED' || state === 'PAUSED';

function StepsOfDraft({ study, isCovered, isOpen }: Of & { isCovered: boolean; isOpen: boolean }) {
  if (study.state !== 'DRAFT' || study.incentive === 0 || !isOpen) return null;
  return <PaySteps current={isCovered ? 3 : 2} className="mb-4" />;
}

/** Until a payment succeeds, the incentive and the places can still change. */
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
      durationInMinutes={study.durationInMinutes}
    />
  );
}

function latestFundingNotice({ fundings, quote }: Budget) {
  const last = fundings.at(-1);
  const isVain = last?.state === 'FAILED' && !last.isForBonus && quote.totalInPesewas === 0;
  return last?.state === 'SUCCEEDED' || isVain ? undefined : last;
}

/** Only additional places of a published study can lack money. */
const isMissingMoney = (study: Study, { quote }: Budget, notice: Budget['fundings'][number] | undefined) =>
  study.incentive > 0 &&
  quote.totalInPesewas > 0 &&
  (study.state === 'DRAFT' || (isTaking(study) && notice !== undefined && !notice.isForBonus));

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
    // The form was closed unused, so its button is back and takes the focus.
    if (wasRaising.current && document.activeElement === document.body) raiseButton.current?.focus();
    wasRaising.current = isRaising;
  }, [isRaising]);
  useFundingToast(budget);
  const { quote, fundings, state } = budget;
  const notice = latestFundingNotice(budget);
  const isOpen = state === 'OPEN';
  const isUnpaid = isOpen && fundings.every((funding) => funding.state === 'FAILED');
  const isFunded = fundings.some((funding) => funding.state === 'SUCCEEDED');
  const waits = isPrompted(budget) || notice?.state === 'UNKNOWN' || notice?.state === 'REVIEW';
  const paysNobody = study.incentive === 0;
  const isShort = isOpen && !waits && isMissingMoney(study, budget, notice);
  const owes = !isOpen && budget.unfundedPlaces > 0;
  const form = isUnpaid ? (
    <NoBudget study={study} places={quote.places} />
  ) : (
    <FundForm
      key={quote.places}
      studyId={study.id}
      budget={budget}
      incentiveInPesewas={quote.incentiveInPesewas}
      places={isShort || owes ? quote.places : (study.desiredNumberOfParticipants ?? quote.places) + 1}
      durationInMinutes={study.durationInMinutes}
      given={isOpen && isTaking(study) ? (study.desiredNumberOfParticipants ?? undefined) : undefined}
      quotas={study.quotas}
      onClose={isShort || owes ? undefined : () => setRaising(false)}
    />
  );
  const mayPayIn = isOpen && !paysNobody && !isShort && !waits;
  const raise = mayPayIn && !isRaising && (
    <Button ref={raiseButton} variant="secondary" size="small" onClick={() => setRaising(true)}>
      {words.raise}
    </Button>
  );
  return (
    <>
      <StepsOfDraft study={study} isCovered={isFunded && quote.totalInPesewas === 0} isOpen={isOpen} />
      <PaidInBonus budget={budget} onPayIn={mayPayIn ? setBonus : undefined} />
      <PaidPlaces study={study} budget={budget} />
      {notice && <FundingProgress funding={notice} />}
      {notice?.asksForCode && <CodeForm key={notice.id} studyId={study.id} />}
      {isShort && !notice && (
        <Banner className="mb-4" title={words.fundRest(quote.totalInPesewas)}>
          {words.fundRestText}
        </Banner>
      )}
      {owes && !waits && (
        <Banner className="mb-4" title={words.owes(quote.totalInPesewas)}>
          {words.unfundedText(budget.unfundedPlaces)}
        </Banner>
      )}
      {isOpen && isFunded && paysNobody && (
        <Banner
          className="mb-4"
          title={words.paysNobody(budget.returnableInPesewas)}
          action={
            study.state === 'DRAFT' && (
              <LinkButton to={paths.publishStudy(study.projectId, study.id)}>{words.toDraft}</LinkButton>
            )
          }
        >
          {study.state === 'DRAFT' ? words.paysNobodyDraft(quote.incentiveInPesewas) : words.paysNobodyText}
        </Banner>
      )}
      {!isOpen && study.state === 'DRAFT' && (
        <Banner
          className="mb-4"
          title={words.closedDraft}
          action={<LinkButton to={paths.copyStudy(study.projectId, study.id)}>{words.copy}</LinkButton>}
        >
          {words.closedDraftText}
        </Banner>
      )}
      {isOpen && isFunded && !paysNobody && quote.totalInPesewas === 0 && study.state === 'DRAFT' && (
        <Banner
          className="mb-4"
          tone="info"
          title={words.covered}
          action={
            <LinkButton to={paths.publishStudy(study.projectId, study.id)}>{words.toPublish}</LinkButton>
          }
        >
          {words.coveredText}
        </Banner>
      )}
      {(isShort || (isRaising && mayPayIn) || (owes && !waits)) && <div className="mb-4">{form}</div>}
      {bonus !== undefined && mayPayIn && (
        <div className="mb-4">
          <FundForm
            key={`${bonus.applicationId} ${bonus.cedis}`}
            studyId={study.id}
            budget={budget}
            incentiveInPesewas={quote.incentiveInPesewas}
            places={quote.places}
            durationInMinutes={null}
            bonusInPesewas={bonus.cedis * 100}
            onAsked={(next) => savePendingBonus(bonus, next)}
            onClose={() => setBonus(undefined)}
          />
        </div>
      )}
      <div className="grid items-start gap-4 lg:grid-cols-2">
        {isFunded && <FiguresCard budget={budget} action={raise} />}
        <div className="flex min-w-0 flex-col gap-4">
          {isFunded && <PaymentsCard budget={budget} onPayIn={mayPayIn ? setBonus : undefined} />}
          <ReceiptsCard fundings={fundings} />
        </div>
      </div>
      <RefundSection budget={budget} study={study} />
    </>
  );
}

/** A deleted study keeps its budget readable. */
function OfGone({ budget }: { budget: Budget }) {
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
    // A new key replaces the placeholder at once, so that nothing moves.
    <Fragment key={String(isAwaited)}>
      <Breadcrumb above={above} />
      <h1 className="mb-6 wrap-anywhere">{shown ? words.studyHeading(shown.name) : words.heading}</h1>
      {isGone && budget.data && <OfGone budget={budget.data} />}
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

const WHILE_PROMPTED_MS = 2_000;
const WHILE_MOVING_MS = 15_000;

const isPrompted = ({ fundings }: Budget) =>
  fundings.some(({ state }) => state === 'CREATED' || state === 'PROMPTED');
const isMoving = ({ fundings, onItsWayInPesewas }: Budget) =>
  onItsWayInPesewas > 0 || fundings.some(({ state }) => state === 'EXPIRED' || state === 'UNKNOWN');

/** The value is null when the study has no budget. The query waits until it may have one. */
function useBudget(studyId: string, mayHaveOne: boolean) {
  const queryKey = budgetKeys.one(studyId);
  return useQuery({
    queryKey,
    ...lastKnown(queryKey),
    queryFn: async ({ signal }): Promise<Budget | null> => {
      try {
        return await callPayment(readBudget, { params: { studyId } }, signal);
      } catch (error) {
        if (error instanceof CallFailed && error.code === 'BUDGET_NOT_FOUND') return null;
        throw error;
      }
    },
    enabled: mayHaveOne,
    refetchOnMount: 'always',
    refetchOnWindowFocus: true,
    refetchInterval: ({ state: { data } }) => {
      if (!data) return false;
      if (isPrompted(data)) return WHILE_PROMPTED_MS;
      return isMoving(data) && WHILE_MOVING_MS;
    },
  });
}
