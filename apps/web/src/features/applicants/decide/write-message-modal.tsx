import { mayHoldContact } from '@app/contracts/contact-in-text.ts';
import type { ReplyOf } from '@app/contracts/endpoint.ts';
import type { Applicant } from '@app/contracts/project/applicants.ts';
import { MESSAGE_MAX_LENGTH, writeToApplicants } from '@app/contracts/project/messages.ts';
import { countCharacters } from '@app/contracts/text.ts';
import { messageWords as words } from '@app/words/messages.ts';
import { validation } from '@app/words/validation.ts';
import { useState } from 'react';
import { callProject, newIdempotencyKey } from '../../../api/call.ts';
import { useSingleCall } from '../../../api/use-single-call.ts';
import { clearDrafts, readDraft, writeDraft } from '../../../forms/drafts.ts';
import { createSubmitKeys } from '../../../forms/submit-key.ts';
import { Button } from '../../../ui/button.tsx';
import { Modal } from '../../../ui/modal.tsx';
import { TextArea } from '../../../ui/text-input.tsx';
import { applicantName } from '../applicant-name.ts';

type Outcome = ReplyOf<typeof writeToApplicants>;

interface WriteModalProps {
  studyId: string;
  rows: readonly Applicant[];
  onClose: () => void;
}

function Result({ outcome: { sent, unsent }, rows }: { outcome: Outcome; rows: readonly Applicant[] }) {
  const named = new Map(rows.map((row) => [row.id, applicantName(row)]));
  return (
    <div role="status">
      <p>{words.writtenTo(sent.length)}</p>
      {unsent.length > 0 && (
        <>
          <p className="mt-2 font-semibold">{words.notTo(unsent.length)}</p>
          <ul className="mt-1 text-sm">
            {unsent.map(({ applicationId, because }) => (
              <li key={applicationId} className="wrap-anywhere">
                {words.whyNot(named.get(applicationId) ?? '', words.unsent[because])}
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}

function useMessageToMany(studyId: string, rows: readonly Applicant[]) {
  const draftKey = `message-many ${studyId}`;
  const sentKey = `message-many-sent ${studyId}`;
  const [keys] = useState(() =>
    createSubmitKeys(newIdempotencyKey, {
      read: () => readDraft(sentKey),
      write: (open) => (open === null ? clearDrafts([sentKey]) : writeDraft(sentKey, open)),
    }),
  );
  const [text, setText] = useState(() => {
    const draft = readDraft(draftKey);
    return typeof draft === 'string' ? draft : '';
  });
  const [isEdited, setIsEdited] = useState(false);
  const write = useSingleCall<Outcome>(['write-to-applicants', studyId], {
    mutationFn: async () => {
      const body = { applicationIds: rows.map(({ id }) => id), text };
      try {
        const outcome = await callProject(writeToApplicants, {
          params: { id: studyId },
          body,
          idempotencyKey: keys.keyFor(body),
        });
        keys.ended();
        return outcome;
      } catch (error) {
        keys.ended(error);
        throw error;
      }
    },
    onSuccess: () => clearDrafts([draftKey]),
  });
  function type(typed: string) {
    setText(typed);
    setIsEdited(true);
    writeDraft(draftKey, typed);
  }
  return { text, isEdited, type, write };
}

export function WriteModal({ studyId, rows, onClose }: WriteModalProps) {
  const { text, isEdited, type, write } = useMessageToMany(studyId, rows);
  const isTooLong = countCharacters(text) > MESSAGE_MAX_LENGTH;
  const isMissing = text.trim() === '';
  const missing = isEdited && isMissing ? validation.valueRequired : undefined;
  const outcome = write.data;
  return (
    <Modal
      isOpen
      onClose={() => !write.isPending && onClose()}
      title={words.writeTitle(rows.length)}
      actions={
        outcome ? (
          <Button onClick={onClose}>{words.done}</Button>
        ) : (
          <>
            <Button disabled={isMissing || isTooLong} isBusy={write.isPending} onClick={() => write.mutate()}>
              {words.writeSend(rows.length)}
            </Button>
            <Button variant="secondary" disabled={write.isPending} onClick={onClose}>
              {words.cancel}
            </Button>
          </>
        )
      }
    >
      {outcome ? (
        <Result outcome={outcome} rows={rows} />
      ) : (
        <>
          <p>{words.writeLead}</p>
          <p className="mt-2">{words.rule}</p>
          <TextArea
            className="mt-4 text-cocoa"
            label={words.text}
            rows={5}
            maxCharacters={MESSAGE_MAX_LENGTH}
            value={text}
            readOnly={write.isPending}
            onChange={({ target }) => type(target.value)}
            error={isTooLong ? validation.maxLength(MESSAGE_MAX_LENGTH) : missing}
          />
          <p role="status" className="text-sm text-cocoa-2">
            {mayHoldContact(text) ? words.cautionToWriter : ''}
          </p>
        </>
      )}
    </Modal>
  );
}
