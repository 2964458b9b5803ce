import type { ReplyOf } from '@app/contracts/endpoint.ts';
import type { enterCompletionCode } from '@app/contracts/project/submissions.ts';
import { logInOnTheWay, paths } from '@app/contracts/web-paths.ts';
import { completionWords as words, ownSubmissionWords } from '@app/words/own-submissions.ts';
import { type ReactNode, useEffect, useEffectEvent } from 'react';
import { useParams } from 'react-router';
import { CallFailed, failureMessage } from '../../api/failure.ts';
import { restoreUser } from '../../api/session/restore-user.ts';
import { useMailedLink } from '../../api/use-mailed-link.ts';
import { AuthFrame } from '../../product/frames/auth-frame.tsx';
import { sendCode } from '../../product/submissions/kept-code.ts';
import { submissionLines } from '../../product/submissions/submission-lines.ts';
import { titled } from '../../product/title.ts';
import { readUser, useUser } from '../../session/session.ts';
import { Button, LinkButton, Spinner } from '../../ui/button.tsx';
import { Outcome } from '../../ui/outcome.tsx';

export const meta = () => titled(words.heading);

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
  const { status } = submission;
  if (status === 'STARTED' || status === 'TIMED_OUT') throw new Error('A code ends the survey');
  return <Ending title={ownSubmissionWords.titles[status]} lines={submissionLines(submission)} />;
}

const refusals = {
  COMPLETION_CODE_WRONG: [words.wrongTitle, words.wrongText],
  // The address holds no complete code.
  INVALID_INPUT: [words.wrongTitle, words.wrongText],
  NO_SUBMISSION_STARTED: [words.notOpenTitle, words.notOpenText],
  SUBMISSION_IS_OVER: [words.overTitle, words.overText],
} as const;

function NotSent({ error, sendAgain }: { error: unknown; sendAgain: () => void }) {
  const retry = useEffectEvent(sendAgain);
  useEffect(() => {
    const listener = () => retry();
    window.addEventListener('online', listener);
    return () => window.removeEventListener('online', listener);
  }, []);
  const code = error instanceof CallFailed ? error.code : null;
  const refusal = Object.entries(refusals).find(([known]) => known === code)?.[1];
  if (refusal) return <Ending title={refusal[0]} lines={[refusal[1]]} />;
  const isOffline = error instanceof CallFailed && error.kind === 'NETWORK';
  return (
    <Ending
      title={isOffline ? words.offlineTitle : words.failedTitle}
      lines={isOffline ? [words.offlineText] : [failureMessage(error)]}
      action={<Button onClick={sendAgain}>{words.tryAgain}</Button>}
    />
  );
}

function Send({ code }: { code: string }) {
  const { reading, readAgain } = useMailedLink((signal) => sendCode(code, signal));
  if (reading.kind === 'FOUND') return <Sent reply={reading.found} />;
  if (reading.kind === 'FAILED') return <NotSent error={reading.error} sendAgain={readAgain} />;
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
      <p className="figures text-4xl font-bold text-cocoa">{code.replace(/^(.{4})(.{4})$/, '$1-$2')}</p>
    </Outcome>
  );
}

/** A repeated code gets the same answer, so a reload, Back and a second tab are safe. */
export default function Completion() {
  const { code = '' } = useParams();
  const user = useUser();
  return (
    <AuthFrame>
      {user === null ? <LogInFirst code={code} /> : <Send key={`${user.userId} ${code}`} code={code} />}
    </AuthFrame>
  );
}
