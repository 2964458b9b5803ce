import { googleWords as words } from '@app/words/google.ts';
import type { Role } from '@app/contracts/enumerations.ts';
import { startGoogleSignIn } from '@app/contracts/identity/google.ts';
import { paths } from '@app/contracts/web-paths.ts';
import { useEffect, useRef, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { callIdentity } from '../../../api/call.ts';
import { CallFailed, failureMessage } from '../../../api/failure.ts';
import { pageAfterSignIn } from '../../../session/interrupted-page.ts';
import { showSignInNotice, readUser, subscribeToUser } from '../../../session/session.ts';
import { Banner } from '../../../ui/banner.tsx';
import { Button, LinkButton } from '../../../ui/button.tsx';
import { type GoogleMessage, storeRole, storeSameTab, openChannel } from './google-channel.ts';

function Ways({ code, isSignUp }: { code: string | null; isSignUp: boolean }) {
  if (code === 'GOOGLE_ACCOUNT_UNKNOWN') {
    return (
      <div className="mt-3 flex flex-wrap gap-3">
        <LinkButton size="small" to={paths.signUp}>
          {words.recruit}
        </LinkButton>
        <LinkButton size="small" to={paths.participantSignUp}>
          {words.takePart}
        </LinkButton>
      </div>
    );
  }
  if (code !== 'GOOGLE_ACCOUNT_EXISTS' || !isSignUp) return null;
  return (
    <Link to={paths.logIn} className="text-link">
      {words.logInByPassword}
    </Link>
  );
}

type GoogleState =
  | { kind: 'IDLE' | 'WAITING' | 'CLOSED' | 'CANCELLED' | 'BLOCKED' }
  | Extract<GoogleMessage, { kind: 'FAILED' }>;

const LOOK_EVERY_MS = 500;
/**
 * A window that returns from Google looks closed for a moment. It counts as closed only if our page in it
 * reports nothing within this time.
 */
const ARRIVAL_MS = 3_000;

function failed(error: unknown): GoogleState {
  return {
    kind: 'FAILED',
    code: error instanceof CallFailed ? error.code : null,
    text: failureMessage(error),
  };
}

function useGoogle(role: Role | undefined) {
  const navigate = useNavigate();
  const [state, setState] = useState<GoogleState>({ kind: 'IDLE' });
  const popup = useRef<Window>(null);
  const isListening = state.kind === 'WAITING' || state.kind === 'CLOSED';

  useEffect(() => {
    if (!isListening) return undefined;
    let closedFor = 0;
    let isGoing = false;
    const goOn = () => {
      const user = readUser();
      // This message may arrive before the storage event. That event then signs the person in.
      if (user === null || isGoing) return;
      isGoing = true;
      showSignInNotice(user);
      void navigate(pageAfterSignIn(user), { replace: true });
    };
    const channel = openChannel((message) => {
      if (message.kind === 'ACK') return;
      closedFor = -Infinity;
      // Before this message arrived, the window may have counted as closed.
      if (message.kind === 'RETURNED') return setState({ kind: 'WAITING' });
      channel.post({ kind: 'ACK' });
      if (message.kind === 'DONE') goOn();
      else setState(message.kind === 'FAILED' ? message : { kind: 'CANCELLED' });
    });
    const stopFollowing = subscribeToUser(goOn);
    const timer = setInterval(() => {
      closedFor = popup.current?.closed ? closedFor + LOOK_EVERY_MS : Math.min(closedFor, 0);
      if (closedFor === ARRIVAL_MS) setState({ kind: 'CLOSED' });
    }, LOOK_EVERY_MS);
    return () => {
      channel.close();
      stopFollowing();
      clearInterval(timer);
    };
  }, [isListening, navigate]);

  async function findAddress(): Promise<string> {
    storeRole(role);
    return (await callIdentity(startGoogleSignIn, { body: role ? { collaborator: role } : {} })).url;
  }

  /** The window must open during the click, because browsers block one that opens later. */
  function press(): void {
    if (state.kind === 'WAITING' && popup.current?.closed === false) return popup.current.focus();
    storeSameTab(false);
    const opened = window.open('about:blank', 'google', 'popup,width=480,height=680');
    popup.current = opened;
    if (opened === null) return setState({ kind: 'BLOCKED' });
    opened.document.title = words.opening;
    opened.document.body.textContent = words.opening;
    setState({ kind: 'WAITING' });
    findAddress().then(
      (url) => opened.location.replace(url),
      (error: unknown) => {
        opened.close();
        setState(failed(error));
      },
    );
  }

  function goHere(): void {
    findAddress().then(
      (url) => {
        storeSameTab(true);
        location.assign(url);
      },
      (error: unknown) => setState(failed(error)),
    );
  }

  return { state, press, goHere };
}

function GoogleStateNotice({
  state,
  goHere,
  isSignUp,
}: {
  state: GoogleState;
  goHere: () => void;
  isSignUp: boolean;
}) {
  switch (state.kind) {
    case 'IDLE':
      return null;
    case 'WAITING':
      return <p className="text-sm text-cocoa-2">{words.goOnThere}</p>;
    case 'CLOSED':
    case 'CANCELLED':
      return (
        <Banner tone="info">
          <p>{state.kind === 'CLOSED' ? words.closed : words.cancelled}</p>
        </Banner>
      );
    case 'BLOCKED':
      return (
        <Banner>
          <p>{words.blocked}</p>
          <Button size="small" className="mt-3" onClick={goHere}>
            {words.goOnHere}
          </Button>
        </Banner>
      );
    case 'FAILED':
      return (
        <Banner tone={state.code === 'GOOGLE_ACCOUNT_UNKNOWN' ? 'info' : 'bad'}>
          <p>{state.text}</p>
          <Ways code={state.code} isSignUp={isSignUp} />
        </Banner>
      );
  }
}

/** Google's brand rules require these four colours. */
function GoogleMark() {
  return (
    <svg viewBox="0 0 48 48" aria-hidden="true" className="size-5 shrink-0">
      <path
        fill="#EA4335"
        d="M24 9.5c3.54 0 6.71 1.22 9.21 3.6l6.85-6.85C35.9 2.38 30.47 0 24 0 14.62 0 6.51 5.38 2.56 13.22l7.98 6.19C12.43 13.72 17.74 9.5 24 9.5z"
      />
      <path
        fill="#4285F4"
        d="M46.98 24.55c0-1.57-.15-3.09-.38-4.55H24v9.02h12.94c-.58 2.96-2.26 5.48-4.78 7.18l7.73 6c4.51-4.18 7.09-10.36 7.09-17.65z"
      />
      <path
        fill="#FBBC05"
        d="M10.53 28.59c-.48-1.45-.76-2.99-.76-4.59s.27-3.14.76-4.59l-7.98-6.19C.92 16.46 0 20.12 0 24c0 3.88.92 7.54 2.56 10.78l7.97-6.19z"
      />
      <path
        fill="#34A853"
        d="M24 48c6.48 0 11.93-2.13 15.89-5.81l-7.73-6c-2.15 1.45-4.92 2.3-8.16 2.3-6.26 0-11.57-4.22-13.47-9.91l-7.98 6.19C6.51 42.62 14.62 48 24 48z"
      />
    </svg>
  );
}

/** Without a role, only people with an account can sign in. */
export function GoogleButton({ role }: { role?: Role }) {
  const { state, press, goHere } = useGoogle(role);
  const isOffered = !(state.kind === 'FAILED' && state.code === 'GOOGLE_NOT_OFFERED');
  return (
    <div className="flex flex-col gap-3">
      {isOffered && (
        <Button variant="secondary" isWide onClick={press}>
          <GoogleMark />
          {words.continueWithGoogle}
        </Button>
      )}
      <div role="status">
        <GoogleStateNotice state={state} goHere={goHere} isSignUp={role !== undefined} />
      </div>
    </div>
  );
}

export function OrLine() {
  return (
    <p className="flex items-center gap-3 text-sm text-cocoa-3 before:h-px before:grow before:bg-line before:content-[''] after:h-px after:grow after:bg-line after:content-['']">
      {words.or}
    </p>
  );
}
