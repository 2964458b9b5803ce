import type { Role } from '@app/contracts/enumerations.ts';
import { startGoogleSignIn } from '@app/contracts/identity/google.ts';
import { googleMessages as words } from '@app/words/google.ts';
import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { callIdentity } from '../../../api/call.ts';
import { CallFailed, wordsOf } from '../../../api/failure.ts';
import { placeAfterSignIn } from '../../../session/interruption.ts';
import { greet, readUser, subscribeToUser } from '../../../session/session.ts';
import { type GoogleNews, keepRole, keepSameTab, openChannel } from './google-channel.ts';

export type GoogleState =
  | { kind: 'IDLE' | 'WAITING' | 'CLOSED' | 'CANCELLED' | 'BLOCKED' }
  | Extract<GoogleNews, { kind: 'FAILED' }>;

const LOOK_EVERY_MS = 500;
/** A window that comes back from Google looks closed from here until our page in it says that it is there. */
const ARRIVAL_MS = 3_000;

function failed(error: unknown): GoogleState {
  return { kind: 'FAILED', code: error instanceof CallFailed ? error.code : null, text: wordsOf(error) };
}

/** Opens Google beside the page, and goes on as soon as the window there has signed the person in. */
export function useGoogle(role: Role | undefined) {
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
      // The channel may be faster than the storage, which then tells by itself.
      if (user === null || isGoing) return;
      isGoing = true;
      greet(user);
      void navigate(placeAfterSignIn(user), { replace: true });
    };
    const channel = openChannel((news) => {
      if (news.kind === 'HEARD') return;
      closedFor = -Infinity;
      // It may arrive late, after the window was taken for closed.
      if (news.kind === 'ARRIVED') return setState({ kind: 'WAITING' });
      channel.say({ kind: 'HEARD' });
      if (news.kind === 'DONE') goOn();
      else setState(news.kind === 'FAILED' ? news : { kind: 'CANCELLED' });
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

  /** Where Google asks who it is; the browser is bound to it by then. */
  async function findAddress(): Promise<string> {
    keepRole(role);
    return (await callIdentity(startGoogleSignIn, { body: role ? { collaborator: role } : {} })).url;
  }

  /** The window opens within the press itself: later a browser takes it for one that nobody asked for. */
  function press(): void {
    if (state.kind === 'WAITING' && popup.current?.closed === false) return popup.current.focus();
    keepSameTab(false);
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

  /** In this very window, where there is no other. */
  function goHere(): void {
    findAddress().then(
      (url) => {
        keepSameTab(true);
        location.assign(url);
      },
      (error: unknown) => setState(failed(error)),
    );
  }

  return { state, press, goHere };
}
