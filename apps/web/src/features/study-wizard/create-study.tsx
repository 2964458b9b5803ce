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
import { lastKnownData } from '../../api/last-known.ts';
import { LoadFailed } from '../../api/load-failed.tsx';
import type { WizardScope } from '../../product/study-drafts.ts';
import { pageMeta } from '../../product/title.ts';
import { screens } from '../../screens.ts';
import { useUser } from '../../session/session.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { lazyPart, Loading, Skeleton } from '../../ui/states.tsx';
import { toast } from '../../ui/toast.ts';
import { useHeadingFocus } from '../../ui/use-heading-focus.ts';
import { ALL_DRAFTS } from './drafts/stages.ts';
import { readOwnStudy } from './drafts/use-submit-study.ts';
import { Wizard } from './wizard.tsx';

const CopyStudy = lazyPart(async () => (await import('./copy/copy-study.tsx')).CopyStudy);

export const meta = () => pageMeta(words.heading);
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
    // While a person types, the form has the study, so the cache need not keep it.
    gcTime: 0,
    staleTime: Infinity,
  });
}

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
  isResumed: boolean;
}

function ForProject({ scope, copyOf, isResumed }: ForProjectProps) {
  const { projectId, studyId } = scope;
  const project = useQuery({
    queryKey: projectKeys.one(projectId),
    ...lastKnownData(projectKeys.one(projectId)),
    queryFn: ({ signal }) => callProject(readProject, { params: { id: projectId } }, signal),
  });
  const draft = useDraft(studyId);
  const copied = useCopied(copyOf);
  const isLoading =
    project.isPending || (studyId !== null && draft.isPending) || (copyOf !== null && copied.isPending);
  // The notice about the other tab had the focus and has disappeared.
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
/** A tab that closes releases the lock within this time. */
const PATIENCE_MS = 200;

const hasLocks = () => 'locks' in navigator;

type Place = 'ASKING' | 'HERE' | 'ELSEWHERE';

/**
 * All wizards use the same draft keys, so only one tab may write. An insecure origin has no locks; there,
 * another tab is noticed only when it writes.
 */
function useOneTab(): { place: Place; takeOver: () => void } {
  const [place, setPlace] = useState<Place>(() => (hasLocks() ? 'ASKING' : 'HERE'));
  const [lockRequest, setLockRequest] = useState({ isTaken: false });

  useEffect(() => {
    if (!hasLocks()) return undefined;
    const waiting = new AbortController();
    let releaseLock = () => {};
    const untilReleased = new Promise<void>((done) => {
      releaseLock = done;
    });
    const timer = setTimeout(() => setPlace('ELSEWHERE'), PATIENCE_MS);
    const options = lockRequest.isTaken ? { steal: true } : { signal: waiting.signal };
    const holdLock = () => {
      clearTimeout(timer);
      if (waiting.signal.aborted) return undefined;
      setPlace('HERE');
      return untilReleased;
    };
    navigator.locks.request(LOCK, options, holdLock).catch(() => {
      if (waiting.signal.aborted) return;
      setPlace('ELSEWHERE');
      setLockRequest({ isTaken: false });
    });
    return () => {
      clearTimeout(timer);
      waiting.abort();
      releaseLock();
    };
  }, [lockRequest]);

  const isHere = place === 'HERE';
  useEffect(() => {
    if (!isHere) return undefined;
    // Writing now would replace the draft of the other tab. If this tab has the lock, the other one has
    // written for the last time, so the draft is read again.
    const onStorage = ({ key }: StorageEvent) => {
      if (!ALL_DRAFTS.some((draft) => draft === key)) return;
      if (!hasLocks()) return setPlace('ELSEWHERE');
      setPlace('ASKING');
      setTimeout(() => setPlace((now) => (now === 'ASKING' ? 'HERE' : now)), PATIENCE_MS);
    };
    window.addEventListener('storage', onStorage);
    return () => window.removeEventListener('storage', onStorage);
  }, [isHere]);

  return {
    place,
    takeOver() {
      setPlace('HERE');
      setLockRequest({ isTaken: true });
    },
  };
}

/** If another tab is writing, drafts that are read now would soon be outdated. */
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

/** The wizard has four stages (S-303). `?study=` continues a draft (D-27), and `?copy=` starts a copy. */
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
