import type { Application } from '@app/contracts/project/applications.ts';
import {
  enterCompletionCode,
  extendSubmission,
  type OwnSubmission,
} from '@app/contracts/project/submissions.ts';
import { CompletionCode } from '@app/contracts/project/survey.ts';
import { openSurveyWords, ownSubmissionWords as words } from '@app/words/own-submissions.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import * as z from 'zod/mini';
import { callProject } from '../../../api/call.ts';
import { CallFailed } from '../../../api/failure.ts';
import { ownSubmissions } from '../../../api/own-submissions.ts';
import { toastFailure } from '../../../api/toast-failure.ts';
import { useSingleCall } from '../../../api/use-single-call.ts';
import { deadline } from '../../../format/deadline.ts';
import { SubmitButton, useDraftForm, useSubmit } from '../../../forms/form.tsx';
import { endTitle } from '../../../product/submissions/submission-lines.ts';
import {
  isConfirmedHost,
  LeavingModal,
  openSurvey,
  useRefetchSurveys,
} from '../../../product/submissions/use-open-survey.tsx';
import { useUser } from '../../../session/session.ts';
import { Button } from '../../../ui/button.tsx';
import { lazyPart } from '../../../ui/states.tsx';
import { TextInput } from '../../../ui/text-input.tsx';
import { toast } from '../../../ui/toast.ts';

interface StartedSurveyProps {
  application: Application;
  submission: OwnSubmission;
  onEnded: () => void;
}

const Fields = z.strictObject({ code: CompletionCode });

function CodeForm({ submission: { study }, onEnded }: Omit<StartedSurveyProps, 'application'>) {
  const refetch = useRefetchSurveys();
  const draft = useDraftForm(Fields, { defaultValues: { code: '' } });
  const { submit, isPending } = useSubmit(
    draft,
    async (body) => {
      const { submission } = await callProject(enterCompletionCode, { body });
      await refetch();
      onEnded();
      if (submission) toast.success(endTitle(submission));
    },
    (error) => {
      const isWrong = error instanceof CallFailed && error.code === 'COMPLETION_CODE_WRONG';
      if (isWrong)
        draft.form.setError('code', { type: 'server', message: error.detail }, { shouldFocus: true });
      else void refetch();
      return isWrong;
    },
  );
  return (
    <form onSubmit={submit} noValidate className="mt-3 flex max-w-form flex-wrap items-start gap-x-2 gap-y-3">
      <TextInput
        className="min-w-0 grow basis-48"
        label={words.code}
        hint={words.codeHint}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        {...draft.field('code')}
      />
      <SubmitButton
        variant="secondary"
        className="sm:mt-7"
        isValid={draft.isValid}
        isPending={isPending}
        aria-label={words.of(words.send, study.publicName)}
      >
        {words.send}
      </SubmitButton>
    </form>
  );
}

const SurveyTextModal = lazyPart(async () => (await import('./survey-text-modal.tsx')).SurveyTextModal);
const WithdrawModal = lazyPart(async () => (await import('../withdraw-modal.tsx')).WithdrawModal);

/** The stored address may have been corrected since. Without a connection, no other one is known. */
function useIsAddressOld(): boolean {
  const { dataUpdatedAt, fetchStatus } = useQuery({
    ...ownSubmissions(useUser()?.userId ?? ''),
    enabled: false,
  });
  return dataUpdatedAt === 0 && fetchStatus === 'fetching';
}

/**
 * After the time-out, the participant can only enter a code. This component stays mounted, so typed text is
 * not lost, even in an open dialog.
 */
export function StartedSurvey({ application, submission, onEnded }: StartedSurveyProps) {
  const { id, status, survey, isExtended, study } = submission;
  const isStarted = status === 'STARTED';
  const refetch = useRefetchSurveys();
  const isAddressOld = useIsAddressOld();
  const [asked, setAsked] = useState<'LEAVE' | 'FINISH' | 'STOP'>();
  const close = () => setAsked(undefined);
  const extension = useSingleCall<OwnSubmission>(['more-time', id], {
    mutationFn: () => callProject(extendSubmission, { params: { id } }),
    async onSuccess({ expiresAt }) {
      await refetch();
      onEnded();
      toast.success(words.timeAdded(deadline(expiresAt)));
    },
    onError(error) {
      toastFailure(error);
      void refetch();
    },
  });
  const modal = {
    refetch: async () => void (await refetch()),
    onClose: close,
    onEnded() {
      close();
      onEnded();
    },
  };
  const quiet = { variant: 'quiet', size: 'small' } as const;
  return (
    <>
      {/* Not a link: a middle click would open a link without the warning. */}
      {isStarted && (
        <Button
          className="mt-3"
          isBusy={isAddressOld}
          aria-label={words.of(openSurveyWords.open, study.publicName)}
          onClick={() => {
            if (survey && isConfirmedHost(survey.host)) openSurvey(survey);
            else setAsked('LEAVE');
          }}
        >
          {openSurveyWords.open}
        </Button>
      )}
      <CodeForm submission={submission} onEnded={onEnded} />
      {isStarted && (
        <div className="mt-1 -ml-4 flex flex-wrap">
          <Button
            {...quiet}
            aria-label={words.of(words.noCode, study.publicName)}
            onClick={() => setAsked('FINISH')}
          >
            {words.noCode}
          </Button>
          {!isExtended && (
            <Button
              {...quiet}
              isBusy={extension.isPending}
              aria-label={words.of(words.moreTime, study.publicName)}
              onClick={() => extension.mutate()}
            >
              {words.moreTime}
            </Button>
          )}
          <Button
            {...quiet}
            aria-label={words.of(words.stop, study.publicName)}
            onClick={() => setAsked('STOP')}
          >
            {words.stop}
          </Button>
        </div>
      )}
      {asked === 'LEAVE' && isStarted && <LeavingModal submission={submission} onEnded={close} />}
      {asked === 'FINISH' && <SurveyTextModal kind="FINISH" submissionId={id} {...modal} />}
      {asked === 'STOP' && <WithdrawModal application={application} isStarted {...modal} />}
    </>
  );
}
