import type { Applicant } from '@app/contracts/project/applicants.ts';
import type { Study } from '@app/contracts/project/studies.ts';
import { useCallback, useDeferredValue, useEffect, useState } from 'react';
import { FailedState, lazyPart } from '../../../ui/states.tsx';
import { loadSending } from '../decide/use-decisions.ts';
import type { ApplicantsView } from '../filter/view.ts';
import { applicantName } from '../applicant-name.ts';
import { LoadMore, type More } from './load-more.tsx';
import { DetailsLoading, LoadingApplicants } from './loading-applicants.tsx';
import { MeetingLine } from './meeting-line.tsx';
import { useOpenNamedApplicant } from './use-names.ts';
import { SELECT_ALL_ID, type Selection } from './selection.tsx';
import { ApplicantTable } from './applicant-table.tsx';
import { useFavourite } from './use-favourite.ts';
import { type ListDecisions, useListDecisions } from './use-list-decisions.ts';
import { useSubmissionDecisions } from '../submissions/use-submission-decisions.ts';
import { usePart } from '../../../ui/use-lazy-part.ts';
import { failureWords } from '@app/words/failures.ts';

const loadDeclineModal = async () => (await import('../decide/decline-modal.tsx')).DeclineModal;
const DeclineModal = lazyPart(loadDeclineModal);
const ApplicantDetails = lazyPart(
  async () => (await import('../details/applicant-details.tsx')).ApplicantDetails,
  <DetailsLoading />,
);
const loadNeedsReviewModal = async () => (await import('../decide/needs-review-modal.tsx')).NeedsReviewModal;
const NeedsReviewModal = lazyPart(loadNeedsReviewModal);
const UndecidedNotice = lazyPart(
  async () => (await import('../decide/undecided-notice.tsx')).UndecidedNotice,
);
const DecisionBar = lazyPart(async () => (await import('../decide/decision-bar.tsx')).DecisionBar);

/** Loads the code for decisions early, because there may be no connection later. */
function loadDeciding(): void {
  Promise.all([loadDeclineModal(), loadNeedsReviewModal(), loadSending()]).catch(() => undefined);
}

const none: readonly Applicant[] = [];

interface ApplicantListProps {
  study: Study;
  rows: readonly Applicant[];
  selection: Selection;
  mayDecide: boolean;
  view: ApplicantsView;
  isOld: boolean;
  more: More | undefined;
}

function useOpened() {
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set());
  const toggle = useCallback(
    (id: string) =>
      setOpened((before) => {
        const next = new Set(before);
        if (!next.delete(id)) next.add(id);
        return next;
      }),
    [],
  );
  const open = useCallback((id: string) => setOpened((before) => new Set(before).add(id)), []);
  return { opened, toggle, open };
}

interface DecisionDialogsProps {
  rows: readonly Applicant[];
  decisions: ListDecisions;
}

function DecisionDialogs({ rows, decisions }: DecisionDialogsProps) {
  const { decide, isDeciding, declining, setDeclining, decline, setDecline, toReview, setToReview } =
    decisions;
  const [firstDeclined] = declining ?? [];
  const declinedRow = rows.find(({ id }) => id === firstDeclined);
  return (
    <>
      {toReview && (
        <NeedsReviewModal
          rows={toReview}
          onDecide={decide}
          isDeciding={isDeciding}
          onClose={() => setToReview(undefined)}
        />
      )}
      {declining && declinedRow && (
        <DeclineModal
          ids={declining}
          name={applicantName(declinedRow)}
          decline={decline}
          onChange={setDecline}
          onDecide={decide}
          isDeciding={isDeciding}
          onClose={() => setDeclining(undefined)}
        />
      )}
    </>
  );
}

const focusFirst = (act: () => void) => () => {
  document.getElementById(SELECT_ALL_ID)?.focus();
  act();
};

/** Only online studies load these parts, before the list, so that no row grows later. */
const loadSubmissionParts = () => import('../submissions/submission-parts.ts');
export function ApplicantList(props: ApplicantListProps) {
  const { study, rows, selection, mayDecide, view, isOld, more } = props;
  const online = usePart(loadSubmissionParts, study.survey !== undefined);
  const isSubmitted = view.filter.submission === 'SUBMITTED';
  const isReady = study.survey === undefined || online.part !== undefined;
  // Rendering a hundred rows at once would block a cheap phone, so it is deferred.
  const shown = useDeferredValue(isReady ? rows : none, none);
  const { opened, toggle, open } = useOpened();
  useOpenNamedApplicant(shown, more, open);
  const setFavourite = useFavourite(study.id);
  const decisions = useListDecisions(study.id, rows, selection);
  const { decide, isDeciding, unreached, dismiss, setDeclining, setToReview } = decisions;
  const submissions = useSubmissionDecisions(study.id, online.part, ({ submissionIds }) => {
    const decided = new Set(submissionIds);
    const isDecided = ({ submission }: Applicant) => decided.has(submission?.id ?? '');
    selection.selectOnly(selection.selected.filter((row) => !isDecided(row)).map(({ id }) => id));
    decisions.focusAfter(rows.filter(isDecided).map(({ id }) => id));
  });
  const acceptOne = (id: string) =>
    decide({ ids: [id], verdict: { status: 'ACCEPTED' }, isByKeyboard: false });
  const cancelMeetings = (ids: string[]) =>
    decide({ ids, verdict: { status: 'PENDING', cancelsMeeting: true }, isByKeyboard: false });

  const isAboutToDecide = selection.selected.length > 0 || opened.size > 0;
  useEffect(() => {
    if (isAboutToDecide) loadDeciding();
  }, [isAboutToDecide]);

  const renderDetails = (applicant: Applicant) => (
    <ApplicantDetails
      applicant={applicant}
      studyId={study.id}
      screeners={study.screeners}
      onDecide={mayDecide ? decide : undefined}
      onDecline={setDeclining}
      isDeciding={isDeciding}
    >
      {online.part && (
        <online.part.SubmissionDetails
          applicant={applicant}
          onSubmission={mayDecide ? submissions.request : undefined}
          isDeciding={submissions.isPending}
        />
      )}
    </ApplicantDetails>
  );
  if (online.isFailed) return <FailedState text={failureWords.network} onRetry={online.retry} />;
  return (
    <>
      {unreached && (
        <UndecidedNotice
          key={unreached.undecided.map(({ applicationId }) => applicationId).join()}
          study={study}
          unreached={unreached}
          onAccept={acceptOne}
          onCancelMeetings={cancelMeetings}
          onDismiss={focusFirst(dismiss)}
        />
      )}
      {/* The first rows appear a moment later. Until then, no empty table is shown. */}
      {shown.length === 0 && rows.length > 0 && <LoadingApplicants />}
      <div
        hidden={shown.length === 0 && rows.length > 0}
        onPointerEnter={loadDeciding}
        onFocus={loadDeciding}
      >
        <ApplicantTable
          rows={shown}
          screeners={study.screeners}
          sort={view.sort}
          selected={selection.ids}
          onSelect={mayDecide ? selection.select : undefined}
          opened={opened}
          renderDetails={renderDetails}
          onToggle={toggle}
          onFavourite={setFavourite}
          onDecide={mayDecide ? decide : undefined}
          onDecline={setDeclining}
          onSubmission={mayDecide && isSubmitted ? submissions.request : undefined}
          SubmissionLine={isSubmitted ? online.part?.SubmissionLine : undefined}
          StateLine={online.part?.SubmissionState ?? MeetingLine}
          deciding={submissions.deciding ?? decisions.deciding}
          isOld={isOld}
        />
      </div>
      {more && shown.length > 0 && <LoadMore {...more} isAtEnd={shown === rows} />}
      {selection.selected.length > 0 && (
        <DecisionBar
          study={study}
          selected={selection.selected}
          onDecide={decide}
          onDecline={setDeclining}
          onNeedsReview={setToReview}
          onClear={focusFirst(() => selection.selectOnly([]))}
          isDeciding={isDeciding}
        >
          {online.part && (
            <online.part.SubmissionButtons
              selected={selection.selected}
              onSubmission={submissions.request}
              isDeciding={submissions.isPending}
            />
          )}
        </DecisionBar>
      )}
      {online.part && mayDecide && (
        <online.part.SubmissionReview
          {...{ study, rows, submissions }}
          hasBar={isSubmitted && selection.selected.length === 0}
        />
      )}
      <DecisionDialogs rows={rows} decisions={decisions} />
    </>
  );
}
