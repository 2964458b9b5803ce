import type { ReplyOf } from '@app/contracts/endpoint.ts';
import { decideDispute, readDispute } from '@app/contracts/project/disputes.ts';
import { requiredText, TEXTAREA_MAX_LENGTH, oneOf } from '@app/contracts/text.ts';
import { disputeWords as words } from '@app/words/disputes.ts';
import { meetingWords } from '@app/words/meetings.ts';
import { useState } from 'react';
import { useParams } from 'react-router';
import * as z from 'zod/mini';
import { callProject } from '../../api/call.ts';
import { CallFailed, failureMessage } from '../../api/failure.ts';
import { useMailedLink } from '../../api/use-mailed-link.ts';
import { useSubmit, SubmitButton, useDraftForm } from '../../forms/form.tsx';
import { exactTime } from '../../format/exact-time.ts';
import { AuthFrame } from '../../product/frames/auth-frame.tsx';
import { pageMeta } from '../../product/title.ts';
import { Button, Spinner } from '../../ui/button.tsx';
import { RadioCards } from '../../ui/choice-group.tsx';
import { DetailList } from '../../ui/detail-list.tsx';
import { Outcome } from '../../ui/outcome.tsx';
import { TextArea } from '../../ui/text-input.tsx';

export const meta = () => pageMeta(words.title);

type Dispute = ReplyOf<typeof readDispute>;
type End = 'DONE' | 'DECIDED' | 'NOT_VALID';

const Fields = z.object({
  decision: oneOf(['PARTICIPANT', 'RESEARCHER']),
  reason: requiredText(TEXTAREA_MAX_LENGTH),
});
const sides = (['PARTICIPANT', 'RESEARCHER'] as const).map((value) => ({
  value,
  ...words.decisionChoices[value],
}));
const endings = {
  DONE: [words.doneTitle, words.doneText],
  DECIDED: [words.decidedTitle, words.decidedText],
  NOT_VALID: [words.notValidTitle, words.notValidText],
} as const;

/** Returns null if a retry may help, or if an input must be corrected. */
function decisionEnding(error: unknown): End | null {
  if (!(error instanceof CallFailed)) return null;
  if (error.code === 'DISPUTE_IS_DECIDED') return 'DECIDED';
  // A malformed id or token is also a broken link.
  const isOfLink = error.items.every(({ field }) => field === 'token' || field === 'id');
  const isBroken = ['TOKEN_NOT_VALID', 'NO_SUCH_CALL'].includes(error.code ?? '');
  return isBroken || (error.code === 'INVALID_INPUT' && isOfLink) ? 'NOT_VALID' : null;
}

function Ending({ end }: { end: End }) {
  const [title, text] = endings[end];
  return (
    <Outcome key={end} takesFocus title={title}>
      <p>{text}</p>
    </Outcome>
  );
}

const timeOr = (iso: string | null) => (iso === null ? words.never : exactTime(iso));

function Decision({ dispute, id, token }: { dispute: Dispute; id: string; token: string }) {
  const [end, setEnd] = useState<End | null>(null);
  const draft = useDraftForm(Fields, { defaultValues: { decision: undefined, reason: '' } });
  const { submit, isPending } = useSubmit(
    draft,
    async (given, idempotencyKey) => {
      await callProject(decideDispute, { params: { id }, body: { token, ...given }, idempotencyKey });
      setEnd('DONE');
    },
    (error) => {
      const refused = decisionEnding(error);
      if (refused) setEnd(refused);
      return refused !== null;
    },
  );
  if (end) return <Ending end={end} />;
  const {
    studyName,
    startsAt,
    marked,
    reportKind,
    reportText,
    answerText,
    confirmedAt,
    numberShownAt,
    calls,
    provenAt,
  } = dispute;
  return (
    <>
      <Outcome takesFocus title={words.title}>
        <p>{words.text}</p>
      </Outcome>
      <div className="mt-3">
        <DetailList
          details={[
            { name: words.study, value: studyName },
            { name: words.when, value: exactTime(startsAt) },
            { name: words.marked, value: marked ? meetingWords.state[marked] : meetingWords.unmarked },
            { name: words.reported, value: meetingWords.report[reportKind] },
            { name: words.story, value: <span className="whitespace-pre-line">{reportText}</span> },
            {
              name: words.answer,
              value: <span className="whitespace-pre-line">{answerText ?? words.noAnswer}</span>,
            },
            { name: words.confirmed, value: timeOr(confirmedAt) },
            { name: words.shown, value: timeOr(numberShownAt) },
            { name: words.calls, value: calls.map(exactTime).join('; ') || words.never },
            { name: words.proven, value: timeOr(provenAt) },
          ]}
        />
      </div>
      <form onSubmit={submit} noValidate className="mt-6 flex flex-col gap-5">
        <RadioCards label={words.decision} options={sides} {...draft.field('decision')} />
        <TextArea
          label={words.reason}
          hint={words.reasonHint}
          maxCharacters={TEXTAREA_MAX_LENGTH}
          {...draft.field('reason')}
        />
        <SubmitButton isWide isValid={draft.isValid} isPending={isPending}>
          {words.send}
        </SubmitButton>
      </form>
    </>
  );
}

function MailedLink({ id, token }: { id: string; token: string }) {
  const { reading, readAgain } = useMailedLink((signal) =>
    callProject(readDispute, { params: { id }, query: { token } }, signal),
  );
  if (reading.kind === 'READING') {
    return (
      <Outcome title={words.title}>
        <p role="status" className="flex items-start gap-3">
          <Spinner className="mt-0.5 shrink-0" />
          {words.reading}
        </p>
      </Outcome>
    );
  }
  if (reading.kind === 'FOUND') {
    const { found } = reading;
    return found.canDecide ? <Decision dispute={found} id={id} token={token} /> : <Ending end="DECIDED" />;
  }
  const end = decisionEnding(reading.error);
  if (end) return <Ending end={end} />;
  return (
    <Outcome
      key="unreached"
      takesFocus
      title={words.unreachedTitle}
      actions={<Button onClick={readAgain}>{words.tryAgain}</Button>}
    >
      <p>{failureMessage(reading.error)}</p>
    </Outcome>
  );
}

export default function DecideMeeting() {
  const { id = '', token = '' } = useParams();
  return (
    <AuthFrame>
      <MailedLink id={id} token={token} />
    </AuthFrame>
  );
}
