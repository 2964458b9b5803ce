import { applicantWords as words } from '@app/words/applicants.ts';
import { choiceWords } from '@app/words/choices.ts';
import type { Applicant } from '@app/contracts/project/applicants.ts';
import type { Study } from '@app/contracts/project/studies.ts';
import { type KeyboardEvent, useEffect, useRef, useState, type ReactNode } from 'react';
import { useSearchParams } from 'react-router';
import { timeAgo } from '../../../format/dates.ts';
import { applicationTones, screeningTones } from '../../../product/status-tones.ts';
import { Avatar } from '../../../ui/avatar.tsx';
import { Badge } from '../../../ui/badge.tsx';
import { Button, LinkButton } from '../../../ui/button.tsx';
import { EmptyState, lazyPart } from '../../../ui/states.tsx';
import { toasts } from '../../../ui/toast.ts';
import { focusHeading } from '../../../ui/use-heading-focus.ts';
import { DeclineModal } from '../decide/decline-modal.tsx';
import { MeetingEnds } from '../decide/meeting-ends.tsx';
import { loadSending, useDecisions } from '../decide/use-decisions.ts';
import { isMarked, type Verdict } from '../decide/decision-rules.ts';
import { useDecline } from '../decide/use-decline.ts';
import { ApplicantDetails } from '../details/applicant-details.tsx';
import { changeApplicantSearch } from '../filter/view.ts';
import { LoadMore, type More } from '../list/load-more.tsx';
import { MeetingLine } from '../list/meeting-line.tsx';
import { applicantName } from '../applicant-name.ts';
import { ReviewBar, KeyLegend, QuickDecline, type Reason } from './review-bar.tsx';

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

/** In these elements a letter is text, not a shortcut. */
const isTypedInto = (target: EventTarget) =>
  target instanceof Element && target.closest('input, textarea, select, dialog') !== null;

/** Only the last decision can be undone here: more offers would cover the next person. */
function dismissOffers(): void {
  for (const { id, action } of toasts.read()) if (action) toasts.dismiss(id);
}

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

/** Single-letter shortcuts work only while the focus is inside and not in a field (WCAG 2.1.4). */
export function Review({ study, rows, total, more, mayDecide }: ReviewProps) {
  const [search] = useSearchParams();
  const { at, current, goTo } = usePlace(rows);
  const [reason, setReason] = useState<Reason>();
  const [asking, setAsking] = useState<'REASON' | 'NOTE'>();
  const [decline, setDecline] = useDecline(current ? [current.id] : []);
  const [lastDecided, setLastDecided] = useState<string>();
  const box = useRef<HTMLElement>(null);

  const { decide, isDeciding, unreached, dismiss } = useDecisions(
    study.id,
    rows,
    (outcome, { ids, verdict }) => {
      const [id] = ids;
      if (outcome.failure === undefined) setAsking(undefined);
      if (id === undefined || !outcome.decided.includes(id)) return;
      const place = rows.findIndex((row) => row.id === id);
      if (verdict.status === 'PENDING') {
        setLastDecided(undefined);
        goTo(place);
        return;
      }
      setLastDecided(id);
      if (verdict.reason && verdict.reason !== 'OTHER') setReason(verdict.reason);
      goTo((now) => (now === place ? nextWaiting(rows, place) : now));
    },
  );

  const loadMore = more?.onLoad;
  const wantsMore = at >= rows.length - FEW && more?.isLoading === false && !more.hasFailed;
  useEffect(() => {
    if (wantsMore) loadMore?.();
  }, [wantsMore, loadMore]);
  useEffect(() => {
    loadSending().catch(() => undefined);
  }, []);
  const shown = useRef(-1);
  useEffect(() => {
    if (shown.current === at) return;
    shown.current = at;
    // The pressed button keeps the focus unless it was removed with the person.
    if (!box.current?.contains(document.activeElement)) box.current?.focus({ preventScroll: true });
    const { top = 0 } = box.current?.getBoundingClientRect() ?? {};
    if (top < 0 || top > innerHeight / 3) box.current?.scrollIntoView({ block: 'start' });
  }, [at]);
  useEffect(() => focusHeading, []);

  function send(id: string, verdict: Verdict) {
    dismissOffers();
    // The focus stays here because the U key undoes.
    decide({ ids: [id], verdict, isByKeyboard: false });
  }
  const step = (by: 1 | -1) => goTo(Math.min(rows.length, Math.max(0, at + by)));
  const canDecide = mayDecide && current !== undefined && isWaiting(current);
  function accept() {
    if (canDecide) send(current.id, { status: 'ACCEPTED' });
  }
  const canDecline = canDecide && !isMarked(current);
  function declineWith(chosen: Reason) {
    if (!canDecline) return;
    if (chosen !== 'OTHER') return send(current.id, { status: 'DECLINED', reason: chosen });
    // This reason says little alone, so the dialog asks for a note.
    setDecline({ ...decline, reason: chosen });
    setAsking('NOTE');
  }
  function declineNow() {
    if (reason) declineWith(reason);
    else if (canDecline) setAsking('REASON');
  }
  function undo() {
    if (lastDecided !== undefined) send(lastDecided, { status: 'PENDING' });
  }

  const acts: Partial<Record<string, () => void>> = {
    j: () => step(1),
    k: () => step(-1),
    a: accept,
    d: declineNow,
    u: undo,
  };
  function pressKey(event: KeyboardEvent) {
    // A held key would decide on every applicant.
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

  function person() {
    if (!current) {
      if (more) return <LoadMore {...more} isAtEnd />;
      return <ReviewEnd left={left} leave={leave} onAgain={() => goTo(nextWaiting(rows, -1))} />;
    }
    const { id, applicantId, firstName, lastName, age, gender, isQualified, status, appliedAt } = current;
    return (
      <>
        <div className="my-3 flex flex-wrap items-center gap-x-4 gap-y-2">
          <Avatar id={applicantId} firstName={firstName} lastName={lastName} />
          <div className="min-w-0">
            <h2 className="wrap-anywhere">{applicantName(current)}</h2>
            <p className="figures text-sm text-cocoa-2">
              {words.ageAndGender(age, choiceWords.gender[gender])}
              {words.between}
              {timeAgo(appliedAt)}
            </p>
          </div>
          <div className="flex gap-2">
            <Badge tone={screeningTones[isQualified ? 'QUALIFIED' : 'DISQUALIFIED']}>
              {isQualified ? words.qualified : words.notQualified}
            </Badge>
            <Badge tone={applicationTones[status]}>{choiceWords.applicationStatus[status]}</Badge>
          </div>
        </div>
        <MeetingLine applicant={current} />
        {mayDecide && <MeetingEnds applicant={current} />}
        <ApplicantDetails
          key={id}
          applicant={current}
          studyId={study.id}
          screeners={study.screeners}
          onDecide={undefined}
          onDecline={declineNow}
          isDeciding={isDeciding}
        />
        <ReviewBar
          applicant={current}
          reason={reason}
          mayDecide={mayDecide}
          isDeciding={isDeciding}
          hasPrevious={at > 0}
          onStep={step}
          onAccept={accept}
          onDecline={declineNow}
          onChangeReason={() => setAsking('REASON')}
          onUndo={() => send(id, { status: 'PENDING' })}
        />
      </>
    );
  }
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
      {current && (
        <div className="flex min-h-11 flex-wrap items-center justify-between gap-x-6">
          <p role="status" className="figures text-sm font-semibold">
            {words.reviewAt(at + 1, total)}
            <span className="sr-only">
              {words.between}
              {applicantName(current)}
            </span>
          </p>
          <KeyLegend />
          {leave}
        </div>
      )}
      {person()}
      {asking === 'REASON' && current && (
        <QuickDecline
          name={applicantName(current)}
          isDeciding={isDeciding}
          onReason={declineWith}
          onNote={() => setAsking('NOTE')}
          onClose={() => setAsking(undefined)}
        />
      )}
      {asking === 'NOTE' && current && (
        <DeclineModal
          ids={[current.id]}
          name={applicantName(current)}
          decline={decline}
          onChange={setDecline}
          onDecide={({ verdict }) => send(current.id, verdict)}
          isDeciding={isDeciding}
          onClose={() => setAsking(undefined)}
        />
      )}
    </section>
  );
}

const isWaiting = ({ status }: Pick<Applicant, 'status'>) => status === 'PENDING';

export function nextWaiting(rows: readonly Pick<Applicant, 'status'>[], behind: number): number {
  const at = rows.findIndex((row, place) => place > behind && isWaiting(row));
  return at === -1 ? rows.length : at;
}

function usePlace(rows: readonly Applicant[]) {
  // This is computed once: a decided applicant leaves the pending ones but must stay on the screen.
  const [at, setAt] = useState(() => nextWaiting(rows, -1));
  return { at, current: rows[at], goTo: setAt };
}
