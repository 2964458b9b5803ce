import { projectMessages as words } from '@app/contracts/messages/projects.ts';
import type { Project } from '@app/contracts/project/projects.ts';
import { wordsOf } from '../../api/failure.ts';
import { paths } from '../../app/paths.ts';
import { Button } from '../../ui/button.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { Modal } from '../../ui/modal.tsx';
import { Loading, Skeleton } from '../../ui/skeleton.tsx';
import { type GoingWithProject, goingWithProject, type Named } from './deleting.ts';
import { useStudiesToName } from './project-queries.ts';

interface Props {
  project: Project;
  isOpen: boolean;
  /** The server keeps the project because of studies that are not closed. */
  isHeld: boolean;
  isBusy: boolean;
  onDelete: () => void;
  onClose: () => void;
}

function Names({ text, studies }: { text: string; studies: readonly Named[] }) {
  if (studies.length === 0) return null;
  return (
    <div>
      <p>{text}</p>
      <ul className="mt-1 list-disc pl-5 font-semibold text-cocoa">
        {studies.map(({ id, name }) => (
          <li key={id} className="wrap-anywhere">
            {name}
          </li>
        ))}
      </ul>
    </div>
  );
}

function WhatGoes({ open, drafts, closed }: GoingWithProject) {
  if (open.length > 0) return <Names text={words.hasOpenText(open.length)} studies={open} />;
  if (drafts.length + closed.length === 0) return <p>{words.deleteEmpty}</p>;
  return (
    <div className="flex flex-col gap-4">
      {drafts.length === 0 && <p>{words.deleteOnlyProject}</p>}
      <Names text={words.deleteDrafts(drafts.length)} studies={drafts} />
      <Names text={words.deleteClosed(closed.length)} studies={closed} />
    </div>
  );
}

export function DeleteProjectModal({ project, isOpen, isHeld, isBusy, onDelete, onClose }: Props) {
  const studies = useStudiesToName(project.id, isOpen);
  const going = goingWithProject(studies.data?.content ?? []);
  const isKept = isHeld || going.open.length > 0;
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
        <span className="wrap-anywhere">
          {isKept ? words.hasOpenTitle(project.projectName) : words.deleteTitle(project.projectName)}
        </span>
      }
      actions={
        isKept ? (
          <>
            <LinkButton to={paths.project(project.id)}>{words.seeStudies}</LinkButton>
            {keep}
          </>
        ) : (
          <>
            <Button variant="danger" isBusy={isBusy} disabled={!studies.isSuccess} onClick={onDelete}>
              {words.deleteAction}
            </Button>
            {keep}
          </>
        )
      }
    >
      {studies.isError && <p role="alert">{wordsOf(studies.error)}</p>}
      {studies.isPending && (
        <Loading>
          <Skeleton className="h-4 w-3/4" />
          <Skeleton className="mt-2 h-4 w-1/2" />
        </Loading>
      )}
      {studies.isSuccess &&
        (isHeld && going.open.length === 0 ? (
          <p role="alert">{words.hasOpenUnnamed}</p>
        ) : (
          <WhatGoes {...going} />
        ))}
    </Modal>
  );
}
