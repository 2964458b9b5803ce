import { useSendInvitations } from './send-invitations.ts';
import { inviteWords as words } from '@app/words/invitations.ts';
import { useRef, useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Field } from '../../../ui/field.tsx';
import { Modal } from '../../../ui/modal.tsx';
import { TextArea } from '../../../ui/text-input.tsx';
import { decodeList, readList, isText } from './read-address-list.ts';
import { InvitationAnswers } from './invitation-answers.tsx';

const BIGGEST_FILE = 5 * 1024 * 1024;

function useListFile() {
  const [file, setFile] = useState<{ name: string; text: string } | null>(null);
  const [fileError, setFileError] = useState<string>();
  const fileInput = useRef<HTMLInputElement>(null);
  function refuseFile(why: string) {
    setFile(null);
    setFileError(why);
    // The input must not keep the name of a file that was refused.
    if (fileInput.current) fileInput.current.value = '';
  }
  async function chooseFile(chosen: File | undefined) {
    setFile(null);
    setFileError(undefined);
    if (!chosen) return;
    if (chosen.size > BIGGEST_FILE) return refuseFile(words.tooBig);
    try {
      const bytes = new Uint8Array(await chosen.arrayBuffer());
      if (isText(bytes)) setFile({ name: chosen.name, text: decodeList(bytes) });
      else refuseFile(words.notText);
    } catch {
      refuseFile(words.unreadable);
    }
  }
  return { file, fileError, fileInput, refuseFile, chooseFile };
}

export function InviteModal({ studyId, onClose }: { studyId: string; onClose: () => void }) {
  const [typed, setTyped] = useState('');
  const [error, setError] = useState<string>();
  const { file, fileError, fileInput, refuseFile, chooseFile } = useListFile();
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
      <Field label={words.file} hint={words.fileHint} error={fileError} className="mt-4 text-cocoa">
        {(control) => (
          <input
            {...control}
            ref={fileInput}
            type="file"
            disabled={isPending}
            accept=".csv,.txt,text/csv,text/plain"
            className="min-h-12 w-full rounded-control border border-line-strong px-3.5 py-2.5 text-sm"
            onChange={({ target }) => {
              invitations.reset();
              setError(undefined);
              void chooseFile(target.files?.[0]);
            }}
          />
        )}
      </Field>
      <p role="status" className="figures mt-3 text-sm">
        {isPending && sending && words.sending(invitations.done, sending.rows.length)}
      </p>
    </Modal>
  );
}
