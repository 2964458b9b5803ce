import '../../forms/all-rules.ts';
import { studyWizardWords as words } from '@app/words/study-wizard.ts';
import { readProject } from '@app/contracts/project/projects.ts';
import type { Study } from '@app/contracts/project/studies.ts';
import { paths } from '@app/contracts/web-paths.ts';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Navigate, useNavigate, useParams, useSearchParams } from 'react-router';
import { callProject } from '../../api/call.ts';
import { CallFailed } from '../../api/failure.ts';
import { projectKeys, studyDraftKey } from '../../api/keys.ts';
import { lastKnown } from '../../api/last-known.ts';
import { LoadFailed } from '../../api/load-failed.tsx';
import type { WizardScope } from '../../product/study-drafts.ts';
import { titled } from '../../product/title.ts';
import { screens } from '../../screens.ts';
import { useUser } from '../../session/session.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { lazyPart, Loading, Skeleton } from '../../ui/states.tsx';
import { toast } from '../../ui/toast.ts';
import { useHeadingFocus } from '../../ui/use-heading-focus.ts';
import { ALL_DRAFTS } from './drafts/stages.ts';
import { readOwnStudy } from './drafts/use-study-sending.ts';
import { Wizard } from './wizard.tsx';

// Few ever see it.
const CopyStudy = lazyPart(async () => (await import('./copy/copy-study.tsx')).CopyStudy);

export const meta = () => titled(words.heading);
export const handle = screens.createStudy;

function WizardLoading() {
  return (
    <>
      <h1 className="sr-only">{words.heading}</h1>
      <Loading>
        <Skeleton className="h-1.5 w-full" />
        <Skeleton className="mt-10 h-8 w-1/2" />
        <Skeleton className="mt-6 h-80 w-full" />
      </Loading>
    </>
  );
}

/** Published elsewhere: it cannot be changed any more, and its project shows how it stands. */
function NoDraftAnyMore({ project }: { project: string }) {
  const navigate = useNavigate();
  useEffect(() => {
    toast.info(words.noDraftAnyMore);
    void navigate(project, { replace: true });
  }, [navigate, project]);
  return <WizardLoading />;
}

function useDraft(studyId: string | null) {
  return useQuery({
    queryKey: studyDraftKey(studyId),
    queryFn: ({ signal }) => readOwnStudy(studyId ?? '', signal),
    enabled: studyId !== null,
    // Read when it is opened, and never while somebody writes.
    gcTime: 0,
    staleTime: Infinity,
  });
}

/** The study to begin a copy of; null where there is none to be had. */
function useCopied(studyId: string | null) {
  return useQuery({
    queryKey: studyDraftKey(studyId),
    queryFn: async ({ signal }) => {
      try {
        return await readOwnStudy(studyId ?? '', signal);
      } catch (error) {
        if (error instanceof CallFailed && (error.status === 404 || error.status === 400)) return null;
        throw error;
      }
    },
    enabled: studyId !== null,
    gcTime: 0,
  });
}

interface OpenedProps {
  scope: WizardScope;
  projectName: string;
  draft: Study | null;
}

function Opened({ scope, projectName, draft }: OpenedProps) {
  if (draft !== null && draft.state !== 'DRAFT') {
    return <NoDraftAnyMore project={paths.project(scope.projectId)} />;
  }
  if (draft !== null && draft.projectId !== scope.projectId) {
    return <Navigate replace to={`${paths.createStudy(draft.projectId)}?study=${draft.id}`} />;
  }
  return <Wizard scope={scope} projectName={projectName} saved={draft} />;
}

interface ForProjectProps {
  scope: WizardScope;
  copyOf: string | null;
  /** Another tab has had its turn before. */
  isResumed: boolean;
}

function ForProject({ scope, copyOf, isResumed }: ForProjectProps) {
  const { projectId, studyId } = scope;
  // The same key as the project page's, which most people come from: it is there already.
  const project = useQuery({
    queryKey: projectKeys.one(projectId),
    ...lastKnown(projectKeys.one(projectId)),
    queryFn: ({ signal }) => callProject(readProject, { params: { id: projectId } }, signal),
  });
  const draft = useDraft(studyId);
  const copied = useCopied(copyOf);
  const isLoading =
    project.isPending || (studyId !== null && draft.isPending) || (copyOf !== null && copied.isPending);
  // The focus was lost with the other tab's notice, and the stage's placeholder goes now.
  useHeadingFocus(Number(isResumed && !isLoading));
  if (project.data !== undefined && copyOf !== null && copied.data !== undefined) {
    return (
      <>
        <h1 className="sr-only">{words.heading}</h1>
        <CopyStudy scope={scope} copied={copied.data} />
      </>
    );
  }
  if (project.data !== undefined && copyOf === null && (studyId === null || draft.data !== undefined)) {
    return <Opened scope={scope} projectName={project.data.projectName} draft={draft.data ?? null} />;
  }
  const failed = [project, draft, copied].find(({ isError }) => isError);
  if (failed === undefined) return <WizardLoading />;
  return (
    <>
      <h1 className="sr-only">{words.heading}</h1>
      <LoadFailed
        error={failed.error}
        onRetry={() => void failed.refetch()}
        isRetrying={failed.isFetching}
        leave={
          failed === project
            ? { to: paths.projects, label: words.goToList }
            : { to: paths.project(projectId), label: words.otherTabLeave }
        }
      />
    </>
  );
}

/** Shown instead of the wizard while another tab writes. What was typed there is read when this one goes on. */
function OtherTab({ project, onContinue }: { project: string; onContinue: () => void }) {
  return (
    <Card role="alert" className="mx-auto max-w-stage">
      <h1>{words.otherTabHeading}</h1>
      <p className="mt-2 max-w-text text-cocoa-2">{words.otherTabText}</p>
      <div className="mt-5 flex flex-wrap gap-3">
        <Button onClick={onContinue}>{words.otherTabContinue}</Button>
        <LinkButton variant="secondary" to={project}>
          {words.otherTabLeave}
        </LinkButton>
      </div>
    </Card>
  );
}

const LOCK = 'study-wizard';
/** How long to wait for the lock: another tab that holds it answers at once, one that is being left gives it up within this. */
const PATIENCE_MS = 200;

const hasLocks = () => 'locks' in navigator;

type Place = 'ASKING' | 'HERE' | 'ELSEWHERE';

/**
 * Whether this tab is the one that writes: the drafts of all wizards lie under the same keys. It waits for the other tab to
 * be closed, or takes over. Without locks (an insecure origin) it learns of the other only when that one writes.
 */
function useOneTab(): { place: Place; takeOver: () => void } {
  const [place, setPlace] = useState<Place>(() => (hasLocks() ? 'ASKING' : 'HERE'));
  const [turn, setTurn] = useState({ isTaken: false });

  useEffect(() => {
    if (!hasLocks()) return undefined;
    const waiting = new AbortController();
    let giveUp = () => {};
    const held = new Promise<void>((done) => {
      giveUp = done;
    });
    const timer = setTimeout(() => setPlace('ELSEWHERE'), PATIENCE_MS);
    const options = turn.isTaken ? { steal: true } : { signal: waiting.signal };
    const hold = () => {
      clearTimeout(timer);
      if (waiting.signal.aborted) return undefined;
      setPlace('HERE');
      return held;
    };
    navigator.locks.request(LOCK, options, hold).catch(() => {
      if (waiting.signal.aborted) return;
      // Another tab has taken over.
      setPlace('ELSEWHERE');
      setTurn({ isTaken: false });
    });
    return () => {
      clearTimeout(timer);
      waiting.abort();
      giveUp();
    };
  }, [turn]);

  const isHere = place === 'HERE';
  useEffect(() => {
    if (!isHere) return undefined;
    // Another tab's write is on its way here, and a write of this tab would overwrite it. If this tab holds the lock,
    // it was the last write of the tab before: read it again and go on.
    const hear = ({ key }: StorageEvent) => {
      if (!ALL_DRAFTS.some((draft) => draft === key)) return;
      if (!hasLocks()) return setPlace('ELSEWHERE');
      setPlace('ASKING');
      setTimeout(() => setPlace((now) => (now === 'ASKING' ? 'HERE' : now)), PATIENCE_MS);
    };
    window.addEventListener('storage', hear);
    return () => window.removeEventListener('storage', hear);
  }, [isHere]);

  return {
    place,
    takeOver() {
      setPlace('HERE');
      setTurn({ isTaken: true });
    },
  };
}

/** Reads nothing while another tab writes: what is read then is outdated once this one goes on. */
function InOneTab({ scope, copyOf }: { scope: WizardScope; copyOf: string | null }) {
  const { place, takeOver } = useOneTab();
  const isElsewhere = place === 'ELSEWHERE';
  const [hasWaited, setHasWaited] = useState(false);
  if (isElsewhere && !hasWaited) setHasWaited(true);
  useHeadingFocus(Number(isElsewhere));
  if (place === 'ASKING') return <WizardLoading />;
  if (isElsewhere) return <OtherTab project={paths.project(scope.projectId)} onContinue={takeOver} />;
  return <ForProject scope={scope} copyOf={copyOf} isResumed={hasWaited} />;
}

/**
 * Four stages to a study (S-303); `?study=` goes on with a draft that the server keeps (D-27), `?copy=` begins one that
 * says the same as another study.
 */
export default function CreateStudy() {
  const { id = '' } = useParams();
  const [search] = useSearchParams();
  const studyId = search.get('study');
  const copyOf = studyId === null ? search.get('copy') : null;
  const user = useUser();
  if (user === null) return null;
  const scope = { userId: user.userId, projectId: id, studyId };
  return (
    <div className="mx-auto max-w-5xl">
      <InOneTab key={`${id} ${studyId}`} scope={scope} copyOf={copyOf} />
    </div>
  );
}
