import { googleWords as words } from '@app/words/google.ts';
import { paths } from '@app/contracts/web-paths.ts';
import { AuthFrame } from '../../../product/frames/auth-frame.tsx';
import { pageMeta } from '../../../product/title.ts';
import { Button, LinkButton, Spinner } from '../../../ui/button.tsx';
import { Outcome } from '../../../ui/outcome.tsx';
import { finishGoogleSignIn } from '@app/contracts/identity/google.ts';
import type { ErrorCode } from '@app/contracts/errors.ts';
import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import type { CallInput } from '../../../api/call-input.ts';
import { callIdentity } from '../../../api/call.ts';
import { CallFailed, failureMessage } from '../../../api/failure.ts';
import { pageAfterSignIn } from '../../../session/interrupted-page.ts';
import { readUser, signIn } from '../../../session/session.ts';
import { type GoogleMessage, openChannel, consumeRole, consumeSameTab } from './google-channel.ts';

export const meta = () => pageMeta(words.workingHeading);

const toLogIn = <LinkButton to={paths.logIn}>{words.backToLogIn}</LinkButton>;
const toSignUps = (
  <>
    <LinkButton to={paths.signUp}>{words.recruit}</LinkButton>
    <LinkButton to={paths.participantSignUp}>{words.takePart}</LinkButton>
  </>
);

function Arrived({ arrival, tryAgain }: { arrival: Arrival; tryAgain: () => void }) {
  switch (arrival.kind) {
    case 'WORKING':
      return (
        <Outcome key="working" title={words.workingHeading}>
          <p role="status" className="flex items-start gap-3">
            <Spinner className="mt-0.5 shrink-0" />
            {words.workingText}
          </p>
        </Outcome>
      );
    case 'DONE':
      return (
        <Outcome
          key="done"
          takesFocus
          title={words.doneHeading}
          actions={<LinkButton to={paths.dashboard}>{words.goToDashboard}</LinkButton>}
        >
          <p>{words.doneText}</p>
        </Outcome>
      );
    case 'UNREACHED':
      return (
        <Outcome
          key="unreached"
          takesFocus
          title={words.failedHeading}
          actions={<Button onClick={tryAgain}>{words.tryAgain}</Button>}
        >
          <p>{arrival.text}</p>
        </Outcome>
      );
    case 'CANCELLED':
    case 'FAILED': {
      const isUnknown = arrival.kind === 'FAILED' && arrival.code === 'GOOGLE_ACCOUNT_UNKNOWN';
      return (
        <Outcome
          key="failed"
          takesFocus
          title={words.failedHeading}
          actions={isUnknown ? toSignUps : toLogIn}
        >
          <p>{arrival.kind === 'FAILED' ? arrival.text : words.cancelled}</p>
        </Outcome>
      );
    }
  }
}

export default function GoogleSignIn() {
  return (
    <AuthFrame>
      <Arrived {...useGoogleAnswer()} />
    </AuthFrame>
  );
}

const ANSWER_MS = 3_000;

type Answer =
  | { kind: 'DONE' | 'CANCELLED' }
  | { kind: 'FAILED'; code: ErrorCode | null; text: string }
  | { kind: 'UNREACHED'; text: string };
type Arrival = Answer | { kind: 'WORKING' };

type Query = CallInput<typeof finishGoogleSignIn>['query'];

/** Returns null if the person cancelled at Google. */
function parseGoogleAnswer(search: URLSearchParams): Query | null {
  const [role, iss] = [consumeRole(), search.get('iss')];
  if (search.get('error') === 'access_denied') return null;
  return {
    code: search.get('code') ?? '',
    state: search.get('state') ?? '',
    ...(iss === null ? {} : { iss }),
    ...(role && { collaborator: role }),
  };
}

async function finish(query: Query | null): Promise<Answer> {
  if (query === null) return { kind: 'CANCELLED' };
  if (query.code === '' || query.state === '') return { kind: 'FAILED', code: null, text: words.nothingCame };
  try {
    signIn(await callIdentity(finishGoogleSignIn, { query }));
    return { kind: 'DONE' };
  } catch (error) {
    if (error instanceof CallFailed && error.kind === 'NETWORK')
      return { kind: 'UNREACHED', text: failureMessage(error) };
    return {
      kind: 'FAILED',
      code: error instanceof CallFailed ? error.code : null,
      text: failureMessage(error),
    };
  }
}

/** Resolves to true if the page that started the sign-in takes over. */
function report(message: GoogleMessage): Promise<boolean> {
  return new Promise((resolve) => {
    const end = (isAcknowledged: boolean) => {
      clearTimeout(timer);
      channel.close();
      resolve(isAcknowledged);
    };
    const timer = setTimeout(() => end(false), ANSWER_MS);
    const channel = openChannel(({ kind }) => {
      if (kind === 'ACK') end(true);
    });
    channel.post(message);
  });
}

/** Outside React, which may run effects twice. Google's code can be used only once. */
let arrived: { query: Query | null; isAlone: boolean; result: Promise<Answer> } | undefined;

function useGoogleAnswer() {
  const navigate = useNavigate();
  const [arrival, setArrival] = useState<Arrival>({ kind: 'WORKING' });
  const isWorking = arrival.kind === 'WORKING';

  useEffect(() => {
    if (!isWorking) return undefined;
    let isMounted = true;
    async function arrive(): Promise<void> {
      const isFirst = arrived === undefined;
      const query = arrived ? arrived.query : parseGoogleAnswer(new URLSearchParams(location.search));
      arrived ??= { query, isAlone: consumeSameTab(), result: finish(query) };
      if (isFirst) {
        if (!arrived.isAlone) void report({ kind: 'RETURNED' });
        // Google's code must not stay in the browser's history.
        void navigate(location.pathname, { replace: true });
      }
      const outcome = await arrived.result;
      const isAcknowledged = !arrived.isAlone && outcome.kind !== 'UNREACHED' && (await report(outcome));
      if (isAcknowledged) window.close();
      const user = outcome.kind === 'DONE' && !isAcknowledged ? readUser() : null;
      if (!isMounted) return;
      if (user) await navigate(pageAfterSignIn(user), { replace: true });
      else setArrival(outcome);
    }
    void arrive();
    return () => {
      isMounted = false;
    };
  }, [isWorking, navigate]);

  return {
    arrival,
    tryAgain(): void {
      if (arrived) arrived = { ...arrived, result: finish(arrived.query) };
      setArrival({ kind: 'WORKING' });
    },
  };
}
