import type { SignedInUser } from '@app/contracts/identity/person.ts';
import { projectWords as words } from '@app/words/projects.ts';
import { createProject, ProjectDetails } from '@app/contracts/project/projects.ts';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { useNavigate } from 'react-router';
import { callProject } from '../../api/call.ts';
import '../../forms/all-rules.ts';
import { switchDraftScope } from '../../forms/drafts.ts';
import { useSteps } from '../../forms/use-step.ts';
import { useSubmit, SubmitButton, useDraftForm } from '../../forms/form.tsx';
import { paths } from '@app/contracts/web-paths.ts';
import { pageMeta } from '../../product/title.ts';
import { screens } from '../../screens.ts';
import { useUser } from '../../session/session.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Stepper } from '../../ui/stepper.tsx';
import { StickyBar } from '../../ui/sticky-bar.tsx';
import { toast } from '../../ui/toast.ts';
import { useHeadingFocus } from '../../ui/use-heading-focus.ts';
import { mayCreate, MayNotCreate } from './may-create.tsx';
import { ProjectDescriptionField, ProjectNameField } from './project-fields.tsx';
import { refetchProjects } from './project-queries.ts';

export const meta = () => pageMeta(words.newProject);
export const handle = screens.createProject;

const DRAFT = 'newProject';
const SENT = 'newProjectSent';
const steps = [words.namedStep, words.describedStep];

function CreateProjectForm({ user }: { user: SignedInUser }) {
  const navigate = useNavigate();
  const client = useQueryClient();
  const reasonId = useId();
  useState(() => switchDraftScope([DRAFT, SENT], user.userId));
  const draft = useDraftForm(ProjectDetails, {
    draftKey: DRAFT,
    sentKey: SENT,
    defaultValues: { projectName: '', description: '' },
  });
  const name = useWatch({ control: draft.form.control, name: 'projectName' });
  const isNamed = ProjectDetails.shape.projectName.safeParse(name).success;
  const { step, next, back } = useSteps(isNamed ? 2 : 1);
  useHeadingFocus(step);
  const { submit, isPending } = useSubmit(draft, async (values, idempotencyKey) => {
    const body = { creatorId: user.userId, ...values };
    const project = await callProject(createProject, { body, idempotencyKey });
    void refetchProjects(client);
    toast.success(words.created);
    await navigate(paths.project(project.id), { replace: true });
  });

  function proceed(event: FormEvent) {
    if (step === 2) return submit(event);
    event.preventDefault();
    return next();
  }

  return (
    <form onSubmit={proceed} noValidate>
      {!mayCreate(user) && <MayNotCreate user={user} id={reasonId} />}
      <Stepper steps={steps} current={step} className="mb-6" />
      {step === 1 ? (
        <>
          <h1>{words.createHeading}</h1>
          <Card className="mt-6">
            <ProjectNameField field={draft.field} hint={words.createNameHint} />
          </Card>
        </>
      ) : (
        <>
          <h1>{words.descriptionHeading}</h1>
          <p className="mt-2 text-cocoa-2 wrap-anywhere">{name}</p>
          <Button variant="quiet" size="small" className="-ml-4" onClick={back}>
            {words.backToName}
          </Button>
          <Card className="mt-4">
            <ProjectDescriptionField field={draft.field} />
          </Card>
        </>
      )}
      <StickyBar>
        {/* With different keys, a double click on the first button does not also press the second one. */}
        {step === 1 ? (
          <SubmitButton key="name" isValid={isNamed} isPending={false}>
            {words.continue}
          </SubmitButton>
        ) : (
          <SubmitButton
            key="create"
            isValid={draft.isValid && mayCreate(user)}
            isPending={isPending}
            aria-describedby={mayCreate(user) ? undefined : reasonId}
          >
            {words.createAction}
          </SubmitButton>
        )}
      </StickyBar>
    </form>
  );
}

/** S-301 specifies two steps. */
export default function CreateProject() {
  const user = useUser();
  return user && <CreateProjectForm user={user} />;
}
