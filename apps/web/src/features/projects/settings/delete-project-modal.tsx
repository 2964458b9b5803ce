import { projectWords as words } from '@app/words/projects.ts';
import type { Project } from '@app/contracts/project/projects.ts';
import { paths } from '@app/contracts/web-paths.ts';
import { useEffect, useRef } from 'react';
import { Link } from 'react-router';
import { failureMessage } from '../../../api/failure.ts';
import { Button, LinkButton } from '../../../ui/button.tsx';
import { Modal } from '../../../ui/modal.tsx';
import { Loading, Skeleton, FailedState } from '../../../ui/states.tsx';
import { useAllStudies } from '../project-queries.ts';
import { rowAddress } from '../row-address.ts';
import type { StudySummary } from '@app/contracts/project/studies.ts';

interface Props {
  project: Project;
  isOpen: boolean;
  heldBy: 'PROJECT_HAS_OPEN_STUDIES' | 'PROJECT_HAS_MEETINGS' | undefined;
  isBusy: boolean;
  onDelete: () => void;
  onClose: () => void;
}

interface NamesProps {
  text: string;
  studies: readonly Named[];
  link?: (study: Named) => { to: string; label: string };
}

function Names({ text, studies, link }: NamesProps) {
  if (studies.length === 0) return null;
  return (
    <div>
      <p>{text}</p>
      <ul className="mt-1 list-disc pl-5 font-semibold text-cocoa">
        {studies.map((study) => (
          <li key={study.id} className="wrap-anywhere">
            {link ? (
              <Link to={link(study).to} className="inline-flex min-h-11 items-center text-green underline">
                {link(study).label}
              </Link>
            ) : (
              study.name
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}

interface WhatGoesProps {
  going: GoingWithProject;
  rowOf: (study: Named) => string;
}

function WhatGoes({ going: { open, drafts, closed, unanswered }, rowOf }: WhatGoesProps) {
  if (open.length > 0) {
    const link = (study: Named) => ({ to: rowOf(study), label: study.name });
    return <Names text={words.hasOpenText(open.length)} studies={open} link={link} />;
  }
  if (drafts.length + closed.length === 0) return <p>{words.deleteEmpty}</p>;
  const waiting = unanswered.reduce((sum, { pendingCount }) => sum + pendingCount, 0);
  return (
    <div className="flex flex-col gap-4">
      {drafts.length === 0 && <p>{words.deleteOnlyProject}</p>}
      <Names text={words.deleteDrafts(drafts.length)} studies={drafts} />
      {drafts.some(({ mayHaveBudget }) => mayHaveBudget) && <p>{words.paidDraftsComeBack}</p>}
      <Names text={words.deleteClosed(closed.length)} studies={closed} />
      <Names
        text={words.deleteWaiting(waiting)}
        studies={unanswered}
        link={({ id, name, pendingCount }) => ({
          to: paths.studyApplicants(id),
          label: words.waitingIn(name, pendingCount),
        })}
      />
    </div>
  );
}

export function DeleteProjectModal({ project, isOpen, heldBy, isBusy, onDelete, onClose }: Props) {
  const studies = useAllStudies(project.id, isOpen);
  const all = studies.data ?? [];
  const going = groupStudiesForDeletion(all);
  // The cached list may be outdated, so it is read again. After that, nothing may disappear under the finger.
  const isKnown = studies.data !== undefined && studies.isFetchedAfterMount;
  const rowOf = ({ id }: Named) =>
    rowAddress(
      project.id,
      id,
      all.findIndex((study) => study.id === id),
    );
  const isHeldByMeetings = heldBy === 'PROJECT_HAS_MEETINGS';
  const isKept = heldBy !== undefined || (isKnown && going.open.length > 0);
  const title = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    if (isOpen && isKept && document.activeElement === document.body) title.current?.focus();
  }, [isOpen, isKept]);
  const keep = (
    <Button variant="secondary" onClick={onClose}>
      {words.keepProject}
    </Button>
  );
  return (
    <Modal
      isOpen={isOpen}
      onClose={onClose}
      title={
        <span ref={title} tabIndex={-1} className="wrap-anywhere focus:unmarked">
          {isKept ? words.hasOpenTitle(project.projectName) : words.deleteTitle(project.projectName)}
        </span>
      }
      actions={
        isKept ? (
          <>
            <LinkButton to={isHeldByMeetings ? paths.meetings : paths.project(project.id)}>
              {isHeldByMeetings ? words.seeMeetings : words.seeStudies}
            </LinkButton>
            {keep}
          </>
        ) : (
          <>
            <Button variant="danger" isBusy={isBusy} disabled={!isKnown} onClick={onDelete}>
              {words.deleteAction}
            </Button>
            {keep}
          </>
        )
      }
    >
      {!isKnown && studies.isError && (
        <FailedState
          text={failureMessage(studies.error)}
          onRetry={() => void studies.refetch()}
          isRetrying={studies.isFetching}
        />
      )}
      {!isKnown && !studies.isError && (
        <Loading>
          <Skeleton className="h-4 w-3/4" />
          <Skeleton className="mt-2 h-4 w-1/2" />
        </Loading>
      )}
      {isKnown &&
        (heldBy !== undefined && going.open.length === 0 ? (
          <p role="alert">{isHeldByMeetings ? words.hasMeetings : words.hasOpenUnnamed}</p>
        ) : (
          <WhatGoes going={going} rowOf={rowOf} />
        ))}
    </Modal>
  );
}

export type Named = Pick<StudySummary, 'id' | 'name' | 'state' | 'pendingCount' | 'mayHaveBudget'>;

/** The effects on the studies if the project is deleted (D-32). */
export interface GoingWithProject {
  /** Because of these open studies, the project cannot be deleted. */
  readonly open: readonly Named[];
  readonly drafts: readonly Named[];
  readonly closed: readonly Named[];
  /** If the project is deleted, the applicants of these closed studies get no decision. */
  readonly unanswered: readonly Named[];
}

export function groupStudiesForDeletion(studies: readonly Named[]): GoingWithProject {
  const thoseIn = (...states: Named['state'][]) => studies.filter(({ state }) => states.includes(state));
  const closed = thoseIn('CLOSED');
  return {
    open: thoseIn('PUBLISHED', 'PAUSED'),
    drafts: thoseIn('DRAFT'),
    closed,
    unanswered: closed.filter(({ pendingCount }) => pendingCount > 0),
  };
}
