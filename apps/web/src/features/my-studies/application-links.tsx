import { myStudiesWords as words } from '@app/words/my-studies.ts';
import { paths } from '@app/contracts/web-paths.ts';
import { ReportStudy } from '../../product/report-study.tsx';
import { LinkButton, Button } from '../../ui/button.tsx';
import { type MyStudyRow, hasTakenPart, isDisputed } from './list-sections.ts';
import { mayWithdraw, refetchApplications } from './use-applications.ts';
import type { Application } from '@app/contracts/project/applications.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState, useEffectEvent, useLayoutEffect, type ReactNode } from 'react';
import { meetingKeys } from '../../api/keys.ts';
import { lazyPart } from '../../ui/states.tsx';

/** After the researcher's first decision, both sides can write messages. */
const hasAnswer = ({ history }: Application): boolean =>
  history.some(({ status }) => status === 'ACCEPTED' || status === 'DECLINED');

const WithdrawModal = lazyPart(async () => (await import('./withdraw-modal.tsx')).WithdrawModal);
const WithdrawConsentModal = lazyPart(
  async () => (await import('./withdraw-consent-modal.tsx')).WithdrawConsentModal,
);

interface LeaveProps {
  label: string;
  name: string;
  onEnded: () => void;
  children: (ask: {
    refetch: (left?: Application) => Promise<void>;
    onClose: () => void;
    onEnded: () => void;
  }) => ReactNode;
}

function Leave({ label, name, onEnded, children }: LeaveProps) {
  const client = useQueryClient();
  const [isAsking, setIsAsking] = useState(false);
  const close = () => setIsAsking(false);
  const row = useRef<HTMLDivElement>(null);
  const end = useEffectEvent(onEnded);
  useLayoutEffect(() => {
    const own = row.current;
    return () => {
      if (own?.contains(document.activeElement)) end();
    };
  }, []);
  return (
    <div ref={row}>
      <Button
        variant="plain"
        size="small"
        className="-ml-4.25 text-cocoa-2"
        aria-label={name}
        onClick={() => setIsAsking(true)}
      >
        {label}
      </Button>
      {isAsking &&
        children({
          refetch: async (left) => {
            void client.invalidateQueries({ queryKey: meetingKeys.all() });
            await refetchApplications(client, left);
          },
          onClose: close,
          onEnded() {
            close();
            onEnded();
          },
        })}
    </div>
  );
}

interface ApplicationLinksProps {
  application: Application;
  row: Pick<MyStudyRow, 'part' | 'booking' | 'submission' | 'isSurveyUnread'>;
  now: number;
  onEnded: () => void;
}

export function ApplicationLinks({ application, row, now, onEnded }: ApplicationLinksProps) {
  const { study } = application;
  const { part, booking, submission, isSurveyUnread } = row;
  const hasSurveyEnded = submission !== undefined && submission.status !== 'TIMED_OUT';
  // If the response was cached by an older version, this field may be absent.
  const { unreadMessages: unread = 0 } = application as Partial<Pick<Application, 'unreadMessages'>>;
  return (
    <div className="-mb-2 flex flex-wrap gap-x-4">
      {hasAnswer(application) && (
        <LinkButton
          variant="plain"
          size="small"
          className="-ml-4.25"
          to={paths.conversation(application.id)}
          aria-label={words.messagesAbout(study.publicName, unread)}
        >
          {words.messages(unread)}
        </LinkButton>
      )}
      {mayWithdraw(application) &&
        part !== 'PAST' &&
        !hasSurveyEnded &&
        !isSurveyUnread &&
        !(booking && isDisputed(booking)) && (
          <Leave label={words.withdraw} name={words.withdrawFrom(study.publicName)} onEnded={onEnded}>
            {(ask) => <WithdrawModal application={application} {...ask} />}
          </Leave>
        )}
      {application.consent?.version > 0 && !application.consent.withdrawnAt && (
        <Leave
          label={words.withdrawMyConsent}
          name={words.withdrawConsentFrom(study.publicName)}
          onEnded={onEnded}
        >
          {(ask) => (
            <WithdrawConsentModal
              application={application}
              isLeaving={mayWithdraw(application) && !hasTakenPart(row, now)}
              {...ask}
            />
          )}
        </Leave>
      )}
      <ReportStudy studyId={study.id} publicName={study.publicName} hasReported={application.hasReported} />
    </div>
  );
}
