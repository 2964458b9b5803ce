import { applicantWords as words } from '@app/words/applicants.ts';
import type { Applicant } from '@app/contracts/project/applicants.ts';
import type { Study } from '@app/contracts/project/studies.ts';
import { type KeyboardEvent, useEffect, useRef, type ReactNode } from 'react';
import { useSearchParams } from 'react-router';
import { Button, LinkButton } from '../../../ui/button.tsx';
import { EmptyState, lazyPart } from '../../../ui/states.tsx';
import { focusHeading } from '../../../ui/use-heading-focus.ts';
import { DeclineModal } from '../decide/decline-modal.tsx';
import { loadSending } from '../decide/use-decisions.ts';
import { changeApplicantSearch } from '../filter/view.ts';
import { LoadMore, type More } from '../list/load-more.tsx';
import { applicantName } from '../applicant-name.ts';
import { ReviewPerson } from './review-person.tsx';
import { type ReviewDecisions, useReviewDecisions } from './use-review-decisions.ts';
import { KeyLegend, QuickDecline } from './review-bar.tsx';
import { isWaiting, nextWaiting, usePosition } from './use-position.ts';

const UndecidedNotice = lazyPart(
  async () => (await import('../decide/undecided-notice.tsx')).UndecidedNotice,
);

interface ReviewProps {
  study: Study;
  rows: readonly Applicant[];
  total: number;
  more: More | undefined;
  mayDecide: boolean;
}

const FEW = 10;

/** In these elements, a letter is text and not a shortcut. */
const isTypedInto = (target: EventTarget) =>
  target instanceof Element && target.closest('input, textarea, select, dialog') !== null;

interface ReviewEndProps {
  left: number;
  leave: ReactNode;
  onAgain: () => void;
}

function ReviewEnd({ left, leave, onAgain }: ReviewEndProps) {
  return (
    <EmptyState
      title={left === 0 ? words.reviewDone : words.reviewLeft(left)}
      text={left === 0 ? words.reviewDoneText : words.reviewLeftText}
      action={
        <div className="flex flex-wrap gap-3">
          {leave}
          {left > 0 && (
            <Button variant="secondary" size="small" onClick={onAgain}>
              {words.reviewAgain}
            </Button>
          )}
        </div>
      }
    />
  );
}

interface ReviewHeadProps {
  at: number;
  total: number;
  applicant: Applicant;
  leave: ReactNode;
}

function ReviewHead({ at, total, applicant, leave }: ReviewHeadProps) {
  return (
    <div className="flex min-h-11 flex-wrap items-center justify-between gap-x-6">
      <p role="status" className="figures text-sm font-semibold">
        {words.reviewAt(at + 1, total)}
        <span className="sr-only">
          {words.between}
          {applicantName(applicant)}
        </span>
      </p>
      <KeyLegend />
      {leave}
    </div>
  );
}

interface DeclineDialogsProps {
  applicant: Applicant;
  decisions: ReviewDecisions;
}

function DeclineDialogs({ applicant, decisions }: DeclineDialogsProps) {
  const { isDeciding, send, declineWith, ask, dialog } = decisions;
  const close = () => ask(undefined);
  if (dialog.asking === 'REASON') {
    return (
      <QuickDecline
        name={applicantName(applicant)}
        isDeciding={isDeciding}
        onReason={declineWith}
        onNote={() => ask('NOTE')}
        onClose={close}
      />
    );
  }
  if (dialog.asking !== 'NOTE') return null;
  return (
    <DeclineModal
      ids={[applicant.id]}
      name={applicantName(applicant)}
      decline={dialog.declineDraft}
      onChange={dialog.setDeclineDraft}
      onDecide={({ verdict }) => send(applicant.id, verdict)}
      isDeciding={isDeciding}
      onClose={close}
    />
  );
}

function useReviewFocus(at: number) {
  const box = useRef<HTMLElement>(null);
  const shown = useRef(-1);
  useEffect(() => {
    if (shown.current === at) return;
    shown.current = at;
    if (!box.current?.contains(document.activeElement)) box.current?.focus({ preventScroll: true });
    const { top = 0 } = box.current?.getBoundingClientRect() ?? {};
    if (top < 0 || top > innerHeight / 3) box.current?.scrollIntoView({ block: 'start' });
  }, [at]);
  useEffect(() => focusHeading, []);
  return box;
}

function useLoadAhead(ahead: number, more: More | undefined) {
  const loadMore = more?.onLoad;
  const wantsMore = ahead <= FEW && more?.isLoading === false && !more.hasFailed;
  useEffect(() => {
    if (wantsMore) loadMore?.();
  }, [wantsMore, loadMore]);
}

/** Shortcuts of one letter work only while the focus is inside and not in a field (WCAG 2.1.4). */
export function Review({ study, rows, total, more, mayDecide }: ReviewProps) {
  const [search] = useSearchParams();
  const position = usePosition(rows);
  const { at, current, goTo } = position;
  const decisions = useReviewDecisions({ studyId: study.id, rows, position, mayDecide });
  const { unreached, dismiss, send } = decisions;

  useLoadAhead(rows.length - at, more);
  useEffect(() => {
    loadSending().catch(() => undefined);
  }, []);
  const box = useReviewFocus(at);

  const step = (by: 1 | -1) => goTo(Math.min(rows.length, Math.max(0, at + by)));
  const acts: Partial<Record<string, () => void>> = {
    j: () => step(1),
    k: () => step(-1),
    a: decisions.accept,
    d: decisions.decline,
    u: decisions.undo,
  };
  function pressKey(event: KeyboardEvent) {
    // A key that is held down repeats. It must not decide about one applicant after the other.
    if (event.repeat || event.ctrlKey || event.metaKey || event.altKey || isTypedInto(event.target)) return;
    const act = acts[event.key.toLowerCase()];
    if (!act) return;
    event.preventDefault();
    act();
  }

  const leave = (
    <LinkButton
      variant={current ? 'quiet' : 'primary'}
      size="small"
      className={current && '-mx-4'}
      to={{ search: changeApplicantSearch(search, { review: undefined }) }}
    >
      {words.leaveReview}
    </LinkButton>
  );
  const left = rows.filter(isWaiting).length;
  const end = more ? (
    <LoadMore {...more} isAtEnd />
  ) : (
    <ReviewEnd left={left} leave={leave} onAgain={() => goTo(nextWaiting(rows, -1))} />
  );
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys of the buttons within
    <section
      ref={box}
      tabIndex={-1}
      aria-label={words.reviewLabel}
      onKeyDown={pressKey}
      className="scroll-mt-3 rounded-card focus-visible:unmarked"
    >
      {unreached && (
        <UndecidedNotice
          study={study}
          unreached={unreached}
          onAccept={(one) => send(one, { status: 'ACCEPTED' })}
          onCancelMeetings={([one = '']) => send(one, { status: 'PENDING', cancelsMeeting: true })}
          onDismiss={dismiss}
        />
      )}
      {current && <ReviewHead at={at} total={total} applicant={current} leave={leave} />}
      {current ? (
        <ReviewPerson
          applicant={current}
          hasPrevious={at > 0}
          onStep={step}
          {...{ study, mayDecide, decisions }}
        />
      ) : (
        end
      )}
      {current && <DeclineDialogs applicant={current} decisions={decisions} />}
    </section>
  );
}
