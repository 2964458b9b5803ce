import { projectMessages as words } from '@app/words/projects.ts';
import type { Project } from '@app/contracts/project/projects.ts';
import { useEffect, useRef } from 'react';
import { Banner } from '../../../ui/banner.tsx';
import { Button } from '../../../ui/button.tsx';

/** STALE: somebody has saved meanwhile. A project: what they saved, once it has been read. */
export type Conflict = 'NONE' | 'STALE' | Project;

interface EditConflictProps {
  conflict: Conflict;
  /** The fields in which something else stands than what is saved. */
  typed: { projectName?: boolean; description?: boolean };
  onLoad: () => void;
  isLoading: boolean;
  onTakeSaved: (saved: Project) => void;
}

/** What comes takes the focus: the button that brought it is gone or stands behind it, and what comes next is in here. */
function useFocusOnNews(conflict: Conflict) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (conflict !== 'NONE') box.current?.focus();
  }, [conflict]);
  return box;
}

function Saved({ label, text }: { label: string; text: string }) {
  return (
    <div className="mt-2">
      <dt>{label}</dt>
      <dd className="font-semibold whitespace-pre-line text-cocoa wrap-anywhere">
        {text || words.newestEmpty}
      </dd>
    </div>
  );
}

/** Says that the project was changed elsewhere, and leads to one text out of two without losing either. */
export function EditConflict({ conflict, typed, onLoad, isLoading, onTakeSaved }: EditConflictProps) {
  const saved = typeof conflict === 'object' ? conflict : undefined;
  const differs = typed.projectName || typed.description;
  const box = useFocusOnNews(conflict);
  return (
    <div
      ref={box}
      role="alert"
      tabIndex={-1}
      className={conflict === 'NONE' ? 'hidden' : 'scroll-mt-4 focus:unmarked'}
    >
      {conflict === 'STALE' && (
        <Banner
          title={words.conflictTitle}
          action={
            <Button variant="secondary" onClick={onLoad} isBusy={isLoading}>
              {words.loadNewest}
            </Button>
          }
        >
          {words.conflictText}
        </Banner>
      )}
      {saved && (
        <Banner
          tone="info"
          title={differs && words.newestTitle}
          action={
            differs && (
              <Button variant="secondary" onClick={() => onTakeSaved(saved)}>
                {words.takeSaved}
              </Button>
            )
          }
        >
          {differs ? (
            <>
              <dl>
                {typed.projectName && <Saved label={words.nameLabel} text={saved.projectName} />}
                {typed.description && <Saved label={words.descriptionLabel} text={saved.description} />}
              </dl>
              <p className="mt-3">{words.newestText}</p>
            </>
          ) : (
            words.newestSame
          )}
        </Banner>
      )}
    </div>
  );
}
