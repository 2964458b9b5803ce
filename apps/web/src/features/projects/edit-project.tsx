import { projectMessages as words } from '@app/contracts/messages/projects.ts';
import { editProject, type Project, ProjectDetails } from '@app/contracts/project/projects.ts';
import { useQueryClient } from '@tanstack/react-query';
import { callProject } from '../../api/call.ts';
import { SubmitButton } from '../../forms/submit-button.tsx';
import { useDraftForm } from '../../forms/use-draft-form.ts';
import { useSubmit } from '../../forms/use-submit.ts';
import { Card } from '../../ui/card.tsx';
import { toast } from '../../ui/toast.ts';
import { ProjectDescriptionField, ProjectNameField } from './project-fields.tsx';
import { refetchProjects } from './project-queries.ts';

/** Name and description of a project as they are now, to be changed. */
export function EditProject({ project: { id, projectName, description } }: { project: Project }) {
  const client = useQueryClient();
  const draft = useDraftForm(ProjectDetails, { defaultValues: { projectName, description } });
  const { submit, isPending } = useSubmit(draft, async (body) => {
    const edited = await callProject(editProject, { params: { id }, body });
    draft.form.reset({ projectName: edited.projectName, description: edited.description });
    await refetchProjects(client);
    toast.success(words.edited);
  });
  const isChanged = draft.form.formState.isDirty;
  return (
    <form onSubmit={submit} noValidate>
      <Card className="flex flex-col gap-6">
        <h2 className="text-lg">{words.editHeading}</h2>
        <ProjectNameField field={draft.field} />
        <ProjectDescriptionField field={draft.field} />
        <div className="flex justify-end">
          <SubmitButton isValid={draft.isValid && isChanged} isPending={isPending} className="max-sm:w-full">
            {words.save}
          </SubmitButton>
        </div>
      </Card>
    </form>
  );
}
