import { useSendInvitations } from './send-invitations.ts';
import { invitationWords as words } from '@app/words/invitations.ts';
import { useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { TextFileField, useTextFile } from '../../../forms/text-file.tsx';
import { Modal } from '../../../ui/modal.tsx';
import { TextArea } from '../../../ui/text-input.tsx';
import { readList } from './read-address-list.ts';
import { InvitationAnswers } from './invitation-answers.tsx';

const BIGGEST_MEGABYTES = 5;

export function InviteModal({ studyId, onClose }: { studyId: string; onClose: () => void }) {
  const [typed, setTyped] = useState('');
  const [error, setError] = useState<string>();
  const { file, fileError, fileInput, refuseFile, chooseFile } = useTextFile(BIGGEST_MEGABYTES);
  const invitations = useSendInvitations(studyId);
  const { sending, isPending } = invitations;
  function send() {
    if (sending) return invitations.retry(sending);
    const rows = readList(file?.text ?? typed);
    if (rows === null) return (file ? refuseFile : setError)(words.none);
    return invitations.start(rows);
  }
  if (sending && invitations.isDone) return <InvitationAnswers {...sending} onClose={onClose} />;
  return (
    <Modal
      isOpen
      onClose={onClose}
      title={words.title}
      actions={
        <Button disabled={file === null && typed.trim() === ''} isBusy={isPending} onClick={send}>
          {words.send}
        </Button>
      }
      keep={words.cancel}
    >
      <p>{words.intro}</p>
      <p className="mt-2">{words.fair}</p>
      <TextArea
        label={words.field}
        hint={words.fieldHint}
        error={error}
        className="mt-4 text-cocoa"
        rows={4}
        autoComplete="off"
        spellCheck={false}
        disabled={file !== null || isPending}
        value={file ? words.chosen(file.name) : typed}
        onChange={({ target }) => {
          setTyped(target.value);
          invitations.reset();
          setError(undefined);
        }}
      />
      <TextFileField
        label={words.file}
        hint={words.fileHint}
        isDisabled={isPending}
        {...{ fileError, fileInput }}
        chooseFile={(chosen) => {
          invitations.reset();
          setError(undefined);
          return chooseFile(chosen);
        }}
      />
      <p role="status" className="figures mt-3 text-sm">
        {isPending && sending && words.sending(invitations.done, sending.rows.length)}
      </p>
    </Modal>
  );
}
