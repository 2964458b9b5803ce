import { mayHoldContact } from '@app/contracts/contact-in-text.ts';
import {
  type Thread as Content,
  MESSAGE_MAX_LENGTH,
  THREADS_PER_DAY,
  sendMessage,
} from '@app/contracts/project/messages.ts';
import { messageWords as words } from '@app/words/messages.ts';
import { useQueryClient, onlineManager } from '@tanstack/react-query';
import { useState, useSyncExternalStore, type FormEvent, type KeyboardEvent } from 'react';
import { callProject, newIdempotencyKey } from '../../api/call.ts';
import { messageKeys } from '../../api/keys.ts';
import { useSingleCall } from '../../api/use-single-call.ts';
import { Button } from '../../ui/button.tsx';
import { countCharacters } from '@app/contracts/text.ts';
import { fieldValidation } from '@app/words/field-validation.ts';
import { clearDrafts, readDraft, writeDraft } from '../../forms/drafts.ts';
import { createSubmitKeys } from '../../forms/submit-key.ts';
import { TextArea } from '../../ui/text-input.tsx';

interface MessageFormProps {
  thread: Content;
  isNew: boolean;
}

const draftKey = (applicationId: string) => `message ${applicationId}`;
const sentKey = (applicationId: string) => `message-sent ${applicationId}`;

/** When the connection returns, a draft is not sent by itself. */
function useMessageDraft(applicationId: string) {
  const [text, setText] = useState(() => {
    const draft = readDraft(draftKey(applicationId));
    return typeof draft === 'string' ? draft : '';
  });
  const [keys] = useState(() =>
    createSubmitKeys(newIdempotencyKey, {
      read: () => readDraft(sentKey(applicationId)),
      write: (open) =>
        open === null ? clearDrafts([sentKey(applicationId)]) : writeDraft(sentKey(applicationId), open),
    }),
  );
  function write(typed: string) {
    setText(typed);
    if (typed === '') clearDrafts([draftKey(applicationId)]);
    else writeDraft(draftKey(applicationId), typed);
  }
  return { text, keys, write };
}

export function MessageForm({ thread: { applicationId, hasWritten, threadsLeft }, isNew }: MessageFormProps) {
  const client = useQueryClient();
  const { text, keys, write } = useMessageDraft(applicationId);
  const [announcement, setAnnouncement] = useState('');
  const isOnline = useSyncExternalStore(
    (onChange) => onlineManager.subscribe(onChange),
    () => onlineManager.isOnline(),
  );
  const isTooLong = countCharacters(text) > MESSAGE_MAX_LENGTH;
  const isEmpty = text.trim() === '';

  function type(typed: string) {
    write(typed);
    setAnnouncement('');
  }
  const send = useSingleCall<unknown, string>(['send-message', applicationId], {
    mutationFn: async (typed) => {
      try {
        const options = { body: { text: typed }, idempotencyKey: keys.keyFor(typed) };
        await callProject(sendMessage, { params: { applicationId }, ...options });
        keys.ended();
      } catch (error) {
        keys.ended(error);
        throw error;
      }
    },
    onSuccess: async () => {
      type('');
      setAnnouncement(words.sent);
      await client.invalidateQueries({ queryKey: messageKeys.all() });
    },
    onSettled: (_, error) => void (error && client.invalidateQueries({ queryKey: messageKeys.all() })),
  });
  const isReady = isOnline && !isEmpty && !isTooLong && !send.isPending;
  function submit(event?: FormEvent) {
    event?.preventDefault();
    if (isReady) send.mutate(text);
  }
  function press(event: KeyboardEvent) {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    submit();
  }
  return (
    <form className="mt-6" onSubmit={submit}>
      <p className="mb-3 text-sm text-cocoa-2">{words.rule}</p>
      {isNew && threadsLeft <= THREADS_PER_DAY / 2 && (
        <p className="mb-3 text-sm text-cocoa-2">{words.left(threadsLeft)}</p>
      )}
      <TextArea
        label={words.text}
        hint={<span className="max-sm:hidden">{words.hint}</span>}
        rows={4}
        maxCharacters={MESSAGE_MAX_LENGTH}
        value={text}
        readOnly={send.isPending}
        onChange={({ target }) => type(target.value)}
        onKeyDown={press}
        error={isTooLong ? fieldValidation.maxLength(MESSAGE_MAX_LENGTH) : undefined}
      />
      <p role="status" className="mt-2 rounded-control bg-gold-tint px-4 py-3 text-sm empty:hidden">
        {!hasWritten && mayHoldContact(text) ? words.cautionToWriter : ''}
      </p>
      <div className="mt-2 flex min-h-11 flex-wrap items-center gap-x-4 gap-y-2">
        <Button type="submit" isBusy={send.isPending} disabled={!isOnline || isEmpty || isTooLong}>
          {words.send}
        </Button>
        <p role="status" className="text-sm text-cocoa-2">
          {isOnline ? announcement || (isEmpty ? '' : words.kept) : words.offline}
        </p>
      </div>
    </form>
  );
}
