import { type OwnSubmission, startSubmission } from '@app/contracts/project/submissions.ts';
import { openSurveyWords as words } from '@app/words/own-submissions.ts';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { callProject } from '../../api/call.ts';
import { applicationKey, submissionKey } from '../../api/keys.ts';
import { toastFailure } from '../../api/toast-failure.ts';
import { useSingleCall } from '../../api/use-single-call.ts';
import { readDraft, writeDraft } from '../../forms/drafts.ts';
import { deadline } from '../../format/deadline.ts';
import { buttonClass } from '../../ui/button.tsx';
import { Modal } from '../../ui/modal.tsx';

/** Anyone can use the name of a tool in another domain, so other domains get a warning. */
const KNOWN_DOMAINS = [
  'kobotoolbox.org',
  'getodk.cloud',
  'surveycto.com',
  'docs.google.com',
  'forms.gle',
  'forms.office.com',
  'forms.cloud.microsoft',
  'qualtrics.com',
  'limesurvey.net',
  'surveymonkey.com',
  'typeform.com',
  'jotform.com',
  'tally.so',
  'formbricks.com',
];

export const findKnownDomain = (host: string): string | undefined =>
  KNOWN_DOMAINS.find((domain) => host === domain || host.endsWith(`.${domain}`));

const hostKey = (host: string) => `surveyHost ${host}`;
/** True if the person has read before where this host is, and has gone on. */
export const isConfirmedHost = (host: string): boolean => readDraft(hostKey(host)) === true;

export function useRefetchSurveys(): () => Promise<unknown> {
  const client = useQueryClient();
  return () =>
    Promise.all([
      client.invalidateQueries({ queryKey: submissionKey() }),
      client.invalidateQueries({ queryKey: applicationKey() }),
    ]);
}

/** The survey does not learn the address of our page, and cannot change our page. */
export const openSurvey = ({ address }: { address: string }) =>
  window.open(address, '_blank', 'noreferrer,noopener');

export function LeavingModal({ submission, onEnded }: { submission: OwnSubmission; onEnded: () => void }) {
  const { survey, expiresAt } = submission;
  const host = survey?.host ?? '';
  const domain = findKnownDomain(host);
  return (
    <Modal
      isOpen
      onClose={onEnded}
      title={words.leavingTitle}
      actions={
        // The link must stay until the browser has followed it.
        <a
          href={survey?.address}
          target="_blank"
          rel="noreferrer noopener"
          className={buttonClass({})}
          onClick={() => {
            writeDraft(hostKey(host), true);
            setTimeout(onEnded);
          }}
        >
          {words.goOn}
        </a>
      }
      keep={words.notNow}
    >
      <p>
        {words.leavingFor} <strong className="text-cocoa">{domain ?? host}</strong>. {words.neverPin}
      </p>
      {domain === undefined && <p className="mt-2 font-semibold text-gold-ink">{words.unknownHost}</p>}
      <p className="mt-2">{words.comeBack(deadline(expiresAt))}</p>
    </Modal>
  );
}

/** The first time, opening the survey starts its time and says where it leads. */
export function useOpenSurvey(
  studyId: string,
  onEnded: () => void,
): { open: () => void; isOpening: boolean; modal: ReactNode } {
  const refetch = useRefetchSurveys();
  const [opened, setOpened] = useState<OwnSubmission>();
  const start = useSingleCall(['start-survey', studyId], {
    mutationFn: () => callProject(startSubmission, { params: { id: studyId } }),
    onSuccess: setOpened,
    onError(error) {
      toastFailure(error);
      void refetch();
    },
  });
  const end = () => {
    setOpened(undefined);
    void refetch();
    onEnded();
  };
  return {
    open: () => start.mutate(),
    isOpening: start.isPending,
    modal: opened && <LeavingModal submission={opened} onEnded={end} />,
  };
}
