import type { SignedInUser } from '@app/contracts/identity/person.ts';
import { mayHoldContact } from '@app/contracts/contact-in-text.ts';
import { mayAskForMoney } from '@app/contracts/project/money-in-text.ts';
import {
  type Message,
  type Thread as Content,
  blockThread,
  markThread,
  readThread,
  MESSAGE_MAX_LENGTH,
  THREADS_PER_DAY,
  sendMessage,
} from '@app/contracts/project/messages.ts';
import { paths } from '@app/contracts/web-paths.ts';
import { messageWords as words } from '@app/words/messages.ts';
import { useInfiniteQuery, useMutation, useQueryClient, onlineManager } from '@tanstack/react-query';
import { useEffect, useRef, useState, useSyncExternalStore, type FormEvent, type KeyboardEvent } from 'react';
import { useEndInSight } from './use-end-in-sight.ts';
import { Link } from 'react-router';
import { callProject, newIdempotencyKey } from '../../api/call.ts';
import { failureMessage } from '../../api/failure.ts';
import { applicationKey, messageKeys } from '../../api/keys.ts';
import { useSingleCall } from '../../api/use-single-call.ts';
import { timeAgo } from '../../format/dates.ts';
import { Button } from '../../ui/button.tsx';
import { lazyPart, Loading, Skeleton, FailedState } from '../../ui/states.tsx';
import { Modal } from '../../ui/modal.tsx';
import { toast } from '../../ui/toast.ts';
import { countCharacters } from '@app/contracts/text.ts';
import { fieldValidation } from '@app/words/field-validation.ts';
import { clearDrafts, readDraft, writeDraft } from '../../forms/drafts.ts';
import { createSubmitKeys } from '../../forms/submit-key.ts';
import { TextArea } from '../../ui/text-input.tsx';
import type { Role } from '@app/contracts/enumerations.ts';
import { longDate } from '@app/words/days.ts';

type Named = Pick<Content, 'participant' | 'companyName' | 'state'>;

export const nameOf: Record<Role, (thread: Named) => string> = {
  RESEARCHER: ({ participant }) =>
    participant === null ? words.somebodyLeft : `${participant.firstName} ${participant.lastName}`.trim(),
  PARTICIPANT: ({ companyName, state }) =>
    state === 'LEFT' ? words.somebodyLeft : (companyName ?? words.researcher),
};

interface MessageFormProps {
  thread: Content;
  isNew: boolean;
}

const draftKey = (applicationId: string) => `message ${applicationId}`;
const sentKey = (applicationId: string) => `message-sent ${applicationId}`;

/** The draft stays on this device until a press sends it; a restored connection never does. */
function MessageForm({ thread: { applicationId, hasWritten, threadsLeft }, isNew }: MessageFormProps) {
  const client = useQueryClient();
  const [text, setText] = useState(() => {
    const kept = readDraft(draftKey(applicationId));
    return typeof kept === 'string' ? kept : '';
  });
  const [keys] = useState(() =>
    createSubmitKeys(newIdempotencyKey, {
      read: () => readDraft(sentKey(applicationId)),
      write: (open) =>
        open === null ? clearDrafts([sentKey(applicationId)]) : writeDraft(sentKey(applicationId), open),
    }),
  );
  const [said, setSaid] = useState('');
  const isOnline = useSyncExternalStore(
    (onChange) => onlineManager.subscribe(onChange),
    () => onlineManager.isOnline(),
  );
  const isTooLong = countCharacters(text) > MESSAGE_MAX_LENGTH;
  const isEmpty = text.trim() === '';

  function type(typed: string) {
    setText(typed);
    setSaid('');
    if (typed === '') clearDrafts([draftKey(applicationId)]);
    else writeDraft(draftKey(applicationId), typed);
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
      setSaid(words.sent);
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
        // Phones lack these keys.
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
          {isOnline ? said || (isEmpty ? '' : words.kept) : words.offline}
        </p>
      </div>
    </form>
  );
}

const ReportMessageModal = lazyPart(async () => (await import('./report-modal.tsx')).ReportMessageModal);

const watchVisibility = (onChange: () => void) => {
  document.addEventListener('visibilitychange', onChange);
  return () => document.removeEventListener('visibilitychange', onChange);
};

/** A message counts as read only while the page is visible. */
function useRead(thread: Content | undefined, role: SignedInUser['role']): void {
  const client = useQueryClient();
  const isVisible = useSyncExternalStore(watchVisibility, () => document.visibilityState === 'visible');
  const { mutate } = useMutation({
    mutationFn: ({ applicationId, upTo }: { applicationId: string; upTo: number }) =>
      callProject(markThread, { params: { applicationId }, body: { upTo } }),
    onSuccess: () => {
      void client.invalidateQueries({ queryKey: applicationKey() });
      void client.invalidateQueries({ queryKey: messageKeys.all() });
    },
  });
  const applicationId = thread?.applicationId;
  const upTo =
    thread && thread.unread > 0 ? thread.messages.findLast(({ by }) => by !== role)?.number : undefined;
  useEffect(() => {
    if (applicationId !== undefined && upTo !== undefined && isVisible) mutate({ applicationId, upTo });
  }, [applicationId, upTo, isVisible, mutate]);
}

interface BubbleProps {
  message: Message;
  isOwn: boolean;
  who: string;
  isFirst: boolean;
  onReport: (message: Message) => void;
}

function messageCaution({ text, isReported }: Message, isFirst: boolean): string | undefined {
  if (isReported) return words.youReported;
  if (mayAskForMoney(text)) return words.cautionMoney;
  return isFirst && mayHoldContact(text) ? words.cautionToReader : undefined;
}

function Bubble({ message, isOwn, who, isFirst, onReport }: BubbleProps) {
  const { text, sentAt, isReported = false } = message;
  const caution = isOwn ? undefined : messageCaution(message, isFirst);
  return (
    <li
      className={isOwn ? 'rounded-card bg-green-tint px-4 py-3' : 'rounded-card bg-sunken px-4 py-3'}
      style={{ [isOwn ? 'marginLeft' : 'marginRight']: 'auto', maxWidth: '85%' }}
    >
      <p className="text-sm text-cocoa-2">
        <span className="font-semibold text-cocoa">{isOwn ? words.you : who}</span>{' '}
        <time dateTime={sentAt} title={longDate(sentAt)}>
          {timeAgo(sentAt)}
        </time>
      </p>
      <p className="mt-1 whitespace-pre-line wrap-anywhere">{text}</p>
      {caution && <p className="mt-2 rounded-control bg-gold-tint px-4 py-3 text-sm">{caution}</p>}
      {!isOwn && !isReported && (
        <Button
          variant="plain"
          size="small"
          className="-ml-4.25 text-cocoa-2"
          aria-label={words.reportMessageLabel(text)}
          onClick={() => onReport(message)}
        >
          {words.report}
        </Button>
      )}
    </li>
  );
}

function Block({ thread: { applicationId, state } }: { thread: Content }) {
  const client = useQueryClient();
  const [isAsking, setIsAsking] = useState(false);
  const isBlocked = state === 'BLOCKED_BY_YOU';
  const change = useSingleCall(['block', applicationId], {
    mutationFn: () =>
      callProject(blockThread, { params: { applicationId }, body: { isBlocked: !isBlocked } }),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: messageKeys.all() });
      setIsAsking(false);
      toast.success(isBlocked ? words.unblocked : words.blocked);
    },
  });
  if (isBlocked)
    return (
      <Button variant="secondary" size="small" isBusy={change.isPending} onClick={() => change.mutate()}>
        {words.unblock}
      </Button>
    );
  return (
    <>
      <Button
        variant="plain"
        size="small"
        className="-ml-4.25 text-cocoa-2"
        onClick={() => setIsAsking(true)}
      >
        {words.block}
      </Button>
      {isAsking && (
        <Modal
          isOpen
          onClose={() => setIsAsking(false)}
          title={words.blockTitle}
          actions={
            <Button variant="danger" isBusy={change.isPending} onClick={() => change.mutate()}>
              {words.block}
            </Button>
          }
          keep={words.cancel}
        >
          <p>{words.blockText}</p>
        </Modal>
      )}
    </>
  );
}

export function Conversation({ user, applicationId }: { user: SignedInUser; applicationId: string }) {
  const { userId, role } = user;
  const [reported, setReported] = useState<Message>();
  const query = useInfiniteQuery({
    queryKey: messageKeys.one(userId, applicationId),
    queryFn: ({ pageParam, signal }) =>
      callProject(
        readThread,
        { params: { applicationId }, query: pageParam === null ? {} : { before: String(pageParam) } },
        signal,
      ),
    initialPageParam: null as number | null,
    getNextPageParam: ({ hasEarlier, messages }) => (hasEarlier ? messages[0]?.number : undefined),
    refetchOnWindowFocus: true,
  });
  const thread = query.data?.pages[0];
  useRead(thread, role);
  const end = useRef<HTMLDivElement>(null);
  useEndInSight(end, thread?.messages.at(-1), role);
  if (thread === undefined) {
    if (query.isError) {
      const retry = () => void query.refetch();
      return (
        <>
          <h1>{words.heading}</h1>
          <FailedState text={failureMessage(query.error)} onRetry={retry} isRetrying={query.isFetching} />
        </>
      );
    }
    return (
      <Loading label={words.loading}>
        <h1>{words.heading}</h1>
        <Skeleton className="mt-3 h-4 w-3/5" />
        <Skeleton className="mt-5 h-16 w-full" />
        <Skeleton className="mt-3 h-40 w-full" />
      </Loading>
    );
  }
  const who = nameOf[role](thread);
  const messages = query.data?.pages.toReversed().flatMap((page) => page.messages) ?? [];
  const first = query.hasNextPage ? undefined : messages.find(({ by }) => by !== role);
  const { state, study, studyId } = thread;
  return (
    <>
      <h1 className="wrap-anywhere">{who}</h1>
      <p className="wrap-anywhere">
        <Link
          className="text-link inline-flex min-h-11 items-center"
          to={role === 'RESEARCHER' ? paths.applicant(studyId, applicationId) : paths.ownStudy(studyId)}
        >
          {words.about(study)}
        </Link>
      </p>
      <div className="mt-2 mb-4 flex flex-wrap gap-x-4">
        <Link className="inline-flex min-h-11 items-center text-sm text-link" to={paths.messages}>
          {words.all}
        </Link>
        {(state === 'OPEN' || state === 'BLOCKED' || state === 'BLOCKED_BY_YOU') && <Block thread={thread} />}
      </div>
      {query.hasNextPage && (
        <Button
          className="mb-4"
          variant="secondary"
          size="small"
          isBusy={query.isFetchingNextPage}
          onClick={() => void query.fetchNextPage()}
        >
          {words.earlier}
        </Button>
      )}
      <div role="log" aria-label={words.log}>
        {messages.length === 0 && state !== 'NOT_YET' && <p className="text-cocoa-2">{words.none}</p>}
        <ol className="flex flex-col gap-3">
          {messages.map((message) => (
            <Bubble
              key={message.number}
              message={message}
              isOwn={message.by === role}
              who={who}
              isFirst={message === first}
              onReport={setReported}
            />
          ))}
        </ol>
      </div>
      <div ref={end}>
        {state === 'OPEN' ? (
          <MessageForm thread={thread} isNew={messages.length === 0} />
        ) : (
          <p role="status" className="mt-6 rounded-card bg-gold-tint px-4 py-3 text-sm">
            {words.states[state]}
          </p>
        )}
      </div>
      {reported && (
        <ReportMessageModal
          applicationId={applicationId}
          message={reported}
          onClose={() => setReported(undefined)}
        />
      )}
    </>
  );
}
