import { countInvited } from '@app/contracts/identity/invitations.ts';
import { FUNNEL_STAGES, readFunnel } from '@app/contracts/project/funnel.ts';
import type { Study } from '@app/contracts/project/studies.ts';
import { failureWords } from '@app/words/failures.ts';
import { invitationWords as words } from '@app/words/invitations.ts';
import { thousands } from '@app/words/thousands.ts';
import { useQuery } from '@tanstack/react-query';
import { MailPlus } from 'lucide-react';
import { useState } from 'react';
import { callIdentity, callProject } from '../../../api/call.ts';
import { applicantKeys } from '../../../api/keys.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { InviteModal } from './invite-modal.tsx';

const APPLIED = FUNNEL_STAGES.indexOf('APPLIED');

/** Shows the same number as the funnel, which hides small numbers. */
function useApplied({ id }: Study): string {
  const funnel = useQuery({
    queryKey: applicantKeys.funnel(id),
    queryFn: ({ signal }) => callProject(readFunnel, { params: { id } }, signal),
  });
  if (funnel.data === undefined) return funnel.isError ? words.unknown : '…';
  const row = funnel.data.sources.find(({ source }) => source === 'INVITATION');
  const figure = row ? row.figures[APPLIED] : 0;
  if (typeof figure === 'number') return thousands(figure);
  return figure === 'HIDDEN' ? words.notShown : words.unknown;
}

export function InviteCard({ study, mayChange }: { study: Study; mayChange: boolean }) {
  const { id, state } = study;
  const [isInviting, setIsInviting] = useState(false);
  const applied = useApplied(study);
  const invited = useQuery({
    queryKey: applicantKeys.invited(id),
    queryFn: ({ signal }) => callIdentity(countInvited, { params: { id } }, signal),
  });
  return (
    <Card>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h2 className="text-lg">{words.heading}</h2>
        {state === 'PUBLISHED' && mayChange && (
          <Button variant="secondary" size="small" onClick={() => setIsInviting(true)}>
            <MailPlus aria-hidden="true" className="size-4.5" />
            {words.invite}
          </Button>
        )}
      </div>
      <p className="mt-2 text-sm text-cocoa-2">{state === 'PAUSED' ? words.paused : words.text}</p>
      {invited.isError && invited.data === undefined ? (
        <div role="alert" className="mt-3">
          <p>{words.failed}</p>
          <Button variant="secondary" size="small" className="mt-2" onClick={() => void invited.refetch()}>
            {failureWords.tryAgain}
          </Button>
        </div>
      ) : (
        <dl className="figures mt-3 flex flex-col gap-3 text-sm">
          <div>
            <dt className="text-cocoa-3">{words.listed}</dt>
            <dd>{invited.data ? thousands(invited.data.listed) : '…'}</dd>
          </div>
          <div>
            <dt className="text-cocoa-3">{words.applied}</dt>
            <dd>{applied}</dd>
          </div>
        </dl>
      )}
      {isInviting && <InviteModal studyId={id} onClose={() => setIsInviting(false)} />}
    </Card>
  );
}
