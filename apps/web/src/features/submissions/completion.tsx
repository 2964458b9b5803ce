import type { ReplyOf } from '@app/contracts/endpoint.ts';
import type { enterCompletionCode } from '@app/contracts/project/submissions.ts';
import { CompletionCode } from '@app/contracts/project/survey.ts';
import { logInOnTheWay, paths } from '@app/contracts/web-paths.ts';
import { completionWords as words } from '@app/words/own-submissions.ts';
import { formatCompletionCode } from '@app/words/submissions.ts';
import { type ReactNode, useEffect, useState } from 'react';
import { useParams } from 'react-router';
import { CallFailed, failureMessage } from '../../api/failure.ts';
import { restoreUser } from '../../api/session/restore-user.ts';
import { useMailedLink } from '../../api/use-mailed-link.ts';
import { readDraft, writeDraft } from '../../forms/drafts.ts';
import { AuthFrame } from '../../product/frames/auth-frame.tsx';
import { type CodeRefusal, findRefusal, sendCode } from '../../product/send-pending-call.ts';
import { useAttempts } from '../../product/use-attempts.ts';
import { endTitle, submissionLines } from '../../product/submissions/submission-lines.ts';
import { pageMeta } from '../../product/title.ts';
import { readUser, useUser } from '../../session/session.ts';
import { Button, LinkButton, Spinner } from '../../ui/button.tsx';
import { Outcome } from '../../ui/outcome.tsx';

export const meta = () => pageMeta(words.heading);

export async function clientLoader() {
  if (readUser() === null) await restoreUser();
  return null;
}

interface EndingProps {
  title: string;
  lines: readonly string[];
  action?: ReactNode;
}

const toStudies = <LinkButton to={paths.studies}>{words.toStudies}</LinkButton>;

function Ending({ title, lines, action = toStudies }: EndingProps) {
  return (
    <Outcome key={title} takesFocus title={title} actions={action}>
      {lines.map((line) => (
        <p key={line}>{line}</p>
      ))}
    </Outcome>
  );
}

function Sent({ reply: { meaning, submission } }: { reply: ReplyOf<typeof enterCompletionCode> }) {
  if (submission === null)
    return <Ending title={words.testTitle[meaning]} lines={[words.testText]} action={null} />;
  return <Ending title={endTitle(submission)} lines={submissionLines(submission)} />;
}

const refusals: Readonly<Record<CodeRefusal, readonly [title: string, line: string]>> = {
  COMPLETION_CODE_WRONG: [words.wrongTitle, words.wrongText],
  INVALID_INPUT: [words.wrongTitle, words.wrongText],
  NO_SUBMISSION_STARTED: [words.notOpenTitle, words.notOpenText],
  SUBMISSION_IS_OVER: [words.overTitle, words.overText],
};

function Refused({ refusal }: { refusal: CodeRefusal }) {
  const [heading, line] = refusals[refusal];
  return <Ending title={heading} lines={[line]} />;
}

interface KeptProps {
  code: string;
  error: unknown;
  sendAgain: () => void;
}

/** This page moves the focus when it changes. So attempts show nothing until one of them gets an answer. */
function Kept({ code, error, sendAgain }: KeptProps) {
  useAttempts(() => {
    void sendCode(code).then(sendAgain, (failed: unknown) => {
      if (findRefusal('COMPLETION_CODE', failed)) sendAgain();
    });
  });
  const isOffline = error instanceof CallFailed && error.kind === 'NETWORK';
  return (
    <Ending
      title={isOffline ? words.offlineTitle : words.failedTitle}
      lines={isOffline ? [words.keptText] : [failureMessage(error), words.keptText]}
      action={<Button onClick={sendAgain}>{words.tryAgain}</Button>}
    />
  );
}

function Send({ code }: { code: string }) {
  const { reading, readAgain } = useMailedLink((signal) => sendCode(code, signal));
  if (reading.kind === 'FOUND') return <Sent reply={reading.found} />;
  if (reading.kind === 'FAILED') {
    const { error } = reading;
    const refusal = findRefusal('COMPLETION_CODE', error);
    if (refusal) return <Refused refusal={refusal} />;
    return <Kept {...{ code, error }} sendAgain={readAgain} />;
  }
  return (
    <Outcome title={words.heading}>
      <p role="status" className="flex items-start gap-3">
        <Spinner className="mt-0.5 shrink-0" />
        {words.sending}
      </p>
    </Outcome>
  );
}

function LogInFirst({ code }: { code: string }) {
  return (
    <Outcome
      takesFocus
      title={words.logInTitle}
      actions={<LinkButton to={logInOnTheWay(paths.completion(code))}>{words.logIn}</LinkButton>}
    >
      <p>{words.logInText}</p>
      <p className="figures text-4xl font-bold text-cocoa">{formatCompletionCode(code)}</p>
    </Outcome>
  );
}

/** The survey may belong to the person who was logged in before. */
function AnotherPerson({ email, onConfirm }: { email: string; onConfirm: () => void }) {
  return (
    <Ending
      title={words.anotherTitle}
      lines={[words.anotherText(email)]}
      action={
        <>
          <Button onClick={onConfirm}>{words.sendAsAnother}</Button>
          <LinkButton variant="secondary" to={paths.studies}>
            {words.toStudies}
          </LinkButton>
        </>
      }
    />
  );
}

/** A repeated code gets the same answer. So a reload, Back or a second tab does no harm. */
function Returned({ code }: { code: string }) {
  const user = useUser();
  const key = `completionOwner ${code}`;
  const [owner, setOwner] = useState(() => readDraft(key, sessionStorage) ?? user?.userId);
  // The tab stores who the person is, because someone else may be logged in after a reload.
  useEffect(() => {
    if (owner !== undefined) writeDraft(key, owner, sessionStorage);
  }, [key, owner]);
  if (user === null) return <LogInFirst code={code} />;
  if (owner === undefined) setOwner(user.userId);
  else if (owner !== user.userId)
    return <AnotherPerson email={user.email} onConfirm={() => setOwner(user.userId)} />;
  return <Send key={user.userId} code={code} />;
}

export default function Completion() {
  const { code = '' } = useParams();
  const read = CompletionCode.safeParse(code);
  return (
    <AuthFrame>
      {read.success ? <Returned key={read.data} code={read.data} /> : <Refused refusal="INVALID_INPUT" />}
    </AuthFrame>
  );
}
