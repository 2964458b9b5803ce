import { projectWords as words } from '@app/words/projects.ts';
import { editProject, type Project, ProjectDetails, readProject } from '@app/contracts/project/projects.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { callProject } from '../../../api/call.ts';
import { CallFailed } from '../../../api/failure.ts';
import { useSingleCall } from '../../../api/use-single-call.ts';
import '../../../forms/all-rules.ts';
import { useSubmit, SubmitButton, useDraftForm } from '../../../forms/form.tsx';
import { Banner } from '../../../ui/banner.tsx';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { toast } from '../../../ui/toast.ts';
import { ProjectDescriptionField, ProjectNameField } from '../project-fields.tsx';
import { refetchProjects } from '../project-queries.ts';

const editableDetails = ({ projectName, description }: Project) => ({ projectName, description });

/** STALE means that someone else has saved in the meantime. A Project is the version that they saved. */
type Conflict = 'NONE' | 'STALE' | Project;

interface EditConflictProps {
  conflict: Conflict;
  typed: { projectName?: boolean; description?: boolean };
  onLoad: () => void;
  isLoading: boolean;
  onTakeSaved: (saved: Project) => void;
}

function useFocusOnConflict(conflict: Conflict) {
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

function EditConflict({ conflict, typed, onLoad, isLoading, onTakeSaved }: EditConflictProps) {
  const saved = typeof conflict === 'object' ? conflict : undefined;
  const differs = typed.projectName || typed.description;
  const box = useFocusOnConflict(conflict);
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

export function EditProject({ project }: { project: Project }) {
  const client = useQueryClient();
  /** The first values of the form come from this version of the project. */
  const version = useRef(project.version);
  const [conflict, setConflict] = useState<Conflict>('NONE');
  const draft = useDraftForm(ProjectDetails, { defaultValues: editableDetails(project) });
  const { getValues, reset, setFocus, setValue, formState } = draft.form;
  const { isDirty, dirtyFields } = formState;
  const params = { id: project.id };

  function begin(from: Project): void {
    version.current = from.version;
    setConflict('NONE');
    reset(editableDetails(from));
  }
  useEffect(() => {
    if (isDirty || project.version <= version.current) return;
    version.current = project.version;
    reset(editableDetails(project));
  }, [isDirty, project, reset]);

  const { submit, isPending } = useSubmit(
    draft,
    async (body) => {
      const sent = getValues();
      const saved = await callProject(editProject, { params, body, ifVersion: version.current });
      const since = getValues();
      begin(saved);
      for (const name of ['projectName', 'description'] as const)
        if (since[name] !== sent[name]) setValue(name, since[name], { shouldDirty: true });
      await refetchProjects(client);
      toast.success(words.edited);
    },
    (error) => {
      const code = error instanceof CallFailed && error.code;
      if (code === 'STALE') setConflict('STALE');
      // The page reads the project again, and then shows that the project does not exist.
      if (code === 'PROJECT_NOT_FOUND') void refetchProjects(client);
      return code === 'STALE' || code === 'PROJECT_NOT_FOUND';
    },
  );
  const loadNewest = useSingleCall(['newest-project'], {
    mutationFn: () => callProject(readProject, { params }),
    onSuccess(newest) {
      version.current = newest.version;
      setConflict(newest);
      reset(editableDetails(newest), { keepDirtyValues: true });
    },
  });

  return (
    <form onSubmit={submit} noValidate>
      <Card className="flex flex-col gap-6">
        <h2 className="text-lg">{words.editHeading}</h2>
        <EditConflict
          conflict={conflict}
          typed={dirtyFields}
          onLoad={() => loadNewest.mutate()}
          isLoading={loadNewest.isPending}
          onTakeSaved={(saved) => {
            setFocus('projectName');
            begin(saved);
          }}
        />
        <ProjectNameField field={draft.field} />
        <ProjectDescriptionField field={draft.field} />
        <div className="flex justify-end">
          <SubmitButton isValid={draft.isValid && isDirty} isPending={isPending} className="max-sm:w-full">
            {words.save}
          </SubmitButton>
        </div>
      </Card>
    </form>
  );
}
