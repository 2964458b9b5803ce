import { participantSetupWords as words } from '@app/words/participant-setup.ts';
import type { AccountCheck } from '@app/contracts/payment/account-check.ts';
import { paths } from '@app/contracts/web-paths.ts';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { accountCheck } from '../../api/account-check.ts';
import { WhereSet } from '../../product/page-settings.tsx';
import { Button, LinkButton } from '../../ui/button.tsx';
import { lazyPart } from '../../ui/states.tsx';
import { Modal } from '../../ui/modal.tsx';

export const loadNetworkName = async () => (await import('../../product/network-name.tsx')).NetworkName;
const NetworkName = lazyPart(loadNetworkName);
const PhoneOffer = lazyPart(async () => (await import('../../product/phone-offer.tsx')).PhoneOffer);

interface DoneModalProps {
  userId: string;
  studyId: string | null;
  leave: (to: string) => void;
}

export const pageAfterSetup = (studyId: string | null) =>
  studyId === null ? paths.browseStudies : paths.studyApply(encodeURIComponent(studyId));

export function hasAccountQuestion(client: QueryClient, userId: string): boolean {
  const check = client.getQueryData<{ state: AccountCheck }>(accountCheck(userId).queryKey);
  return check?.state === 'DIFFERS' || check?.state === 'NOT_REGISTERED';
}

function TextsOffer() {
  const [isPressed, setIsPressed] = useState(false);
  return (
    <>
      <p className="mt-4">{words.textsToo}</p>
      {isPressed ? (
        <PhoneOffer className="mt-3" isPressed />
      ) : (
        <Button variant="secondary" size="small" className="mt-3" onClick={() => setIsPressed(true)}>
          {words.sendCode}
        </Button>
      )}
    </>
  );
}

export function DoneModal({ userId, studyId, leave }: DoneModalProps) {
  const next = pageAfterSetup(studyId);
  const client = useQueryClient();
  // Computed once: a result that comes later must not move the buttons under a finger.
  const [isAsked] = useState(() => hasAccountQuestion(client, userId));
  return (
    <Modal
      isOpen
      onClose={() => leave(next)}
      title={words.doneTitle}
      isSuccess
      actions={
        <>
          <Button onClick={() => leave(next)}>{studyId === null ? words.toBrowse : words.toStudy}</Button>
          <Button
            variant="secondary"
            onClick={() => leave(studyId === null ? paths.studies : paths.browseStudies)}
          >
            {studyId === null ? words.toStudies : words.toBrowse}
          </Button>
        </>
      }
    >
      <p>{studyId === null ? words.doneText : words.doneForStudyText}</p>
      {isAsked && (
        <NetworkName
          className="mt-4 text-left"
          userId={userId}
          change={
            <LinkButton to={paths.money} variant="secondary" size="small">
              {words.changeAccount}
            </LinkButton>
          }
        />
      )}
      {!isAsked && <WhereSet setting="TEXTS">{() => <TextsOffer />}</WhereSet>}
    </Modal>
  );
}
