import { studyWizardMessages as words } from '@app/contracts/messages/study-wizard.ts';
import { readProject } from '@app/contracts/project/projects.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import { callProject } from '../../api/call.ts';
import { paths } from '../../app/paths.ts';
import { screens } from '../../app/screens.ts';
import { useUser } from '../../app/session.ts';
import { titled } from '../../app/title.ts';
import { scopeDrafts } from '../../forms/drafts.ts';
import { useSteps } from '../../forms/use-step.ts';
import { LoadFailed } from '../../ui/load-failed.tsx';
import { Loading, Skeleton } from '../../ui/skeleton.tsx';
import { WizardHead } from '../../ui/wizard-head.tsx';
import { StageDemographics } from './stage-demographics.tsx';
import { StageDetails } from './stage-details.tsx';
import { StagePublish } from './stage-publish.tsx';
import { StageScreener } from './stage-screener.tsx';
import { ALL_DRAFTS, furthestStage } from './stages.ts';

export const meta = () => titled(words.heading);
export const handle = screens.createStudy;

interface WizardProps {
  userId: string;
  projectId: string;
  projectName: string;
}

function Wizard({ userId, projectId, projectName }: WizardProps) {
  const navigate = useNavigate();
  // Before the first stage reads its draft: what was begun for another project is not this one's.
  useState(() => scopeDrafts(ALL_DRAFTS, `${userId} ${projectId}`));
  const { step, next, back } = useSteps(furthestStage());
  const before = step === 1 ? projectName : words.stages[step - 2]!;
  const project = paths.project(projectId);
  return (
    <>
      <WizardHead
        steps={words.stages}
        current={step}
        backTo={before}
        backLabel={words.backTo(before)}
        onBack={step === 1 ? () => void navigate(project) : back}
        leave={{ to: project, label: words.close }}
      />
      {step === 1 && <StageDetails onDone={next} />}
      {step === 2 && <StageDemographics onDone={next} />}
      {step === 3 && <StageScreener onDone={next} />}
      {step === 4 && <StagePublish projectId={projectId} />}
    </>
  );
}

function ForProject({ userId, projectId }: Omit<WizardProps, 'projectName'>) {
  // The same key as the project page's, which most people come from: it is there already.
  const project = useQuery({
    queryKey: ['projects', 'one', projectId],
    queryFn: ({ signal }) => callProject(readProject, { params: { id: projectId } }, signal),
  });
  if (project.data !== undefined) {
    return <Wizard userId={userId} projectId={projectId} projectName={project.data.projectName} />;
  }
  return (
    <>
      <h1 className="sr-only">{words.heading}</h1>
      {project.isError ? (
        <LoadFailed
          error={project.error}
          onRetry={() => void project.refetch()}
          isRetrying={project.isFetching}
          leave={{ to: paths.projects, label: words.goToList }}
        />
      ) : (
        <Loading>
          <Skeleton className="h-1.5 w-full" />
          <Skeleton className="mt-10 h-8 w-1/2" />
          <Skeleton className="mt-6 h-80 w-full" />
        </Loading>
      )}
    </>
  );
}

/** Four stages to a study (S-303). */
export default function CreateStudy() {
  const { id = '' } = useParams();
  const user = useUser();
  if (user === null) return null;
  return (
    <div className="mx-auto max-w-5xl">
      <ForProject key={id} userId={user.userId} projectId={id} />
    </div>
  );
}
