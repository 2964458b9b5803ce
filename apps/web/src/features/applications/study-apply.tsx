import { applicationWords as words } from '@app/words/applications.ts';
import { beforeApplyingWords } from '@app/words/before-applying.ts';
import type { SignedInUser } from '@app/contracts/identity/person.ts';
import type { Application } from '@app/contracts/project/applications.ts';
import { readStudy } from '@app/contracts/project/browsing.ts';
import { HOLD_MINUTES } from '@app/contracts/project/meeting-choices.ts';
import { paths } from '@app/contracts/web-paths.ts';
import { useEffect, useRef, useState } from 'react';
import {
  type ClientLoaderFunctionArgs,
  redirect,
  useNavigate,
  useParams,
  useSearchParams,
} from 'react-router';
import { callProject } from '../../api/call.ts';
import { CallFailed, failureMessage } from '../../api/failure.ts';
import { freshUser } from '../../api/session/fresh-user.ts';
import { toastFailure } from '../../api/toast-failure.ts';
import { clearDrafts, switchDraftScope } from '../../forms/drafts.ts';
import { ReportStudy } from '../../product/report-study.tsx';
import { StudyAbout } from '../../product/study-about.tsx';
import { pageMeta } from '../../product/title.ts';
import { screens } from '../../screens.ts';
import { readUser, useUser, VERIFIED } from '../../session/session.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Modal } from '../../ui/modal.tsx';
import { lazyPart, Loading, Skeleton, FailedState, EmptyState } from '../../ui/states.tsx';
import { toast, toasts } from '../../ui/toast.ts';
import { useHeadingFocus } from '../../ui/use-heading-focus.ts';
import { QuestionForm } from './question-form.tsx';
import { StudyNotice, titleOf } from './study-notice.tsx';
import { studyStateFromRefusal, type ApplyView, applicationView, answersKey } from './application-view.ts';
import { useStudy, parseViewSource } from './use-study-to-apply.ts';

export const meta = () => pageMeta(words.heading);
export const handle = screens.studyApply;

const toSetup = (studyId: string) => `${paths.participantSetup}?study=${encodeURIComponent(studyId)}`;

/** Participants without a set-up do that first and then return (S-404). */
export async function clientLoader({ params, request }: ClientLoaderFunctionArgs) {
  const studyId = params.id ?? '';
  let user = readUser();
  if (user !== null && !user.hasUserInfo) user = await freshUser();
  if (user === null) return null;
  const { search } = new URL(request.url);
  const asked = new URLSearchParams(search);
  // The page accepts the invitation first and then opens this route again.
  if (asked.has('invitation')) return null;
  if (!user.hasUserInfo) {
    if (asked.has('look')) return null;
    // The set-up would remove the source from the address.
    const query = parseViewSource(search);
    if (query) void callProject(readStudy, { params: { id: studyId }, query }).catch(() => undefined);
    // New participants come here from the email verification. So one message is about both steps.
    const isVerified = toasts.read().some(({ about }) => about === VERIFIED);
    if (isVerified) toast.success(words.verifiedSetUpFirst, { about: VERIFIED });
    else toast.info(words.setUpFirst);
    return redirect(toSetup(studyId));
  }
  switchDraftScope([answersKey(studyId)], user.userId);
  return null;
}

const SurveyPlace = lazyPart(async () => (await import('./survey-place.tsx')).SurveyPlace);

function Sent({ application }: { application: Application | null }) {
  const navigate = useNavigate();
  const go = (to: string) => void navigate(to, { replace: true });
  const isOpen = application !== null;
  const ownStudy =
    application?.status === 'ACCEPTED' && application.study.survey
      ? paths.ownStudy(application.study.id)
      : null;
  useEffect(() => {
    if (ownStudy !== null && !application?.startBy) void navigate(ownStudy, { replace: true });
  }, [application?.startBy, navigate, ownStudy]);
  if (application?.startBy) return <SurveyPlace study={application.study} startBy={application.startBy} />;
  if (ownStudy !== null) return null;
  if (application?.status === 'ACCEPTED') {
    const toTime = () => go(paths.chooseTime(application.study.id));
    return (
      <Modal
        isOpen
        onClose={toTime}
        title={words.placeTitle}
        isSuccess
        actions={<Button onClick={toTime}>{words.chooseTime}</Button>}
      >
        {words.placeText(HOLD_MINUTES)}
      </Modal>
    );
  }
  return (
    <Modal
      isOpen={isOpen}
      onClose={() => go(paths.studies)}
      title={words.doneTitle}
      isSuccess
      actions={
        <>
          <Button onClick={() => go(paths.studies)}>{words.toStudies}</Button>
          <Button variant="secondary" onClick={() => go(paths.browseStudies)}>
            {words.toBrowse}
          </Button>
        </>
      }
    >
      {words.doneText}
    </Modal>
  );
}

function useAnnouncedView(view: ApplyView | null, isSent: boolean) {
  const before = useRef(view);
  useEffect(() => {
    const wasAnswering = before.current === 'OPEN';
    before.current = view;
    if (wasAnswering && view !== null && view !== 'OPEN' && !isSent) toast.info(titleOf[view]);
  }, [view, isSent]);
}

function StudyLoading() {
  return (
    <Loading label={words.loading}>
      <Skeleton className="h-4 w-40" />
      <Skeleton className="mt-3 h-9 w-3/4" />
      <Skeleton className="mt-4 h-5 w-2/3" />
      <Skeleton className="mt-6 h-20 w-full" />
      <Card className="mt-8">
        <Skeleton className="h-5 w-1/2" />
        <Skeleton className="mt-4 h-12 w-full" />
        <Skeleton className="mt-2 h-12 w-full" />
      </Card>
    </Loading>
  );
}

function NoStudy({ known: { study, isGone } }: { known: ReturnType<typeof useStudy> }) {
  if (study.isPending) return <StudyLoading />;
  const toBrowse = <LinkButton to={paths.browseStudies}>{words.toBrowse}</LinkButton>;
  return (
    <>
      <h1 className="mb-5">{words.heading}</h1>
      {isGone ? (
        <EmptyState title={words.goneTitle} text={words.goneText} action={toBrowse} />
      ) : (
        <FailedState
          text={failureMessage(study.error)}
          onRetry={() => void study.refetch()}
          isRetrying={study.isFetching}
        />
      )}
    </>
  );
}

function ApplyFirst({ id }: { id: string }) {
  return (
    <Card className="mt-8">
      <h2>{words.applyHeading}</h2>
      <p className="mt-2 mb-5 max-w-text text-cocoa-2">{words.applyText}</p>
      <LinkButton to={paths.studyApply(id)}>{words.apply}</LinkButton>
    </Card>
  );
}

function MatchFirst() {
  return (
    <Card className="mt-8">
      <h2>{beforeApplyingWords.notMatchedTitle}</h2>
      <p className="mt-2 mb-5 max-w-text text-cocoa-2">{beforeApplyingWords.notMatchedText}</p>
      <LinkButton to={`${paths.accounts}#agreements`}>{beforeApplyingWords.toMatching}</LinkButton>
    </Card>
  );
}

function Apply({ user: { userId, hasUserInfo, isMatched }, id }: { user: SignedInUser; id: string }) {
  const known = useStudy(userId, id);
  const { study: reading, learn } = known;
  const study = reading.data;
  const navigate = useNavigate();
  const view = study === undefined ? null : applicationView(study, known.isGone);
  useHeadingFocus(view ?? 'OPEN');
  const [application, setApplication] = useState<Application | null>(null);
  useAnnouncedView(view, application !== null);
  const hasApplied = study?.hasApplied;
  useEffect(() => {
    if (hasApplied) clearDrafts([answersKey(id)]);
  }, [hasApplied, id]);

  function sent(made: Application) {
    setApplication(made);
    learn({ hasApplied: true });
    void known.invalidateLists();
  }
  function refused(error: unknown): boolean {
    const code = error instanceof CallFailed ? error.code : null;
    const update = studyStateFromRefusal(error);
    if (code === 'PROFILE_MISSING') {
      toastFailure(error);
      void navigate(toSetup(id));
    } else if (code === 'MATCHING_WITHDRAWN') void freshUser(0);
    else if (code === 'STUDY_DOES_NOT_FIT') void reading.refetch();
    else if (code === 'CONSENT_NEEDED') {
      toastFailure(error);
      void reading.refetch();
    } else if (update === null) return false;
    else learn(update);
    void known.invalidateLists();
    return true;
  }

  if (study === undefined || view === null) return <NoStudy known={known} />;
  const { placesLeft, desiredNumberOfParticipants } = study;
  const hasQuestions = view === 'OPEN' && hasUserInfo && isMatched;
  const takesPeople = view === 'OPEN' || view === 'UNFIT';
  return (
    <>
      <StudyAbout
        {...study}
        isBrief={hasQuestions}
        places={takesPeople ? { left: placesLeft, all: desiredNumberOfParticipants } : undefined}
      />
      {hasQuestions ? (
        <QuestionForm study={study} userId={userId} onSaved={known.keep} onSent={sent} onRefused={refused} />
      ) : view === 'OPEN' ? (
        hasUserInfo ? (
          <MatchFirst />
        ) : (
          <ApplyFirst id={id} />
        )
      ) : (
        <StudyNotice
          study={study}
          view={view}
          onLookAgain={() => void reading.refetch()}
          isLooking={reading.isFetching}
        />
      )}
      {(takesPeople || view === 'APPLIED') && (
        <ReportStudy className="mt-6" studyId={id} publicName={study.publicName} />
      )}
      <Sent application={application} />
    </>
  );
}

const Invitation = lazyPart(async () => (await import('./invitation.tsx')).Invitation, <StudyLoading />);

export default function StudyApply() {
  const user = useUser();
  const { id = '' } = useParams();
  const token = useSearchParams()[0].get('invitation');
  if (!user) return null;
  if (token !== null) return <Invitation key={token} token={token} studyId={id} firstName={user.firstName} />;
  return <Apply key={id} user={user} id={id} />;
}
