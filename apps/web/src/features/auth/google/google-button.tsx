import type { Role } from '@app/contracts/enumerations.ts';
import { googleMessages as words } from '@app/words/google.ts';
import { Link } from 'react-router';
import { paths } from '@app/contracts/web-paths.ts';
import { Banner } from '../../../ui/banner.tsx';
import { Button } from '../../../ui/button.tsx';
import { LinkButton } from '../../../ui/link-button.tsx';
import { GoogleMark } from './google-mark.tsx';
import { type GoogleState, useGoogle } from './use-google.ts';

/** What else can be done after a refusal; on sign up the log-in is another page. */
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

function News({ state, goHere, isSignUp }: { state: GoogleState; goHere: () => void; isSignUp: boolean }) {
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

/** Continues with Google in a popup. Without a role it signs in only people who have an account. */
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
        <News state={state} goHere={goHere} isSignUp={role !== undefined} />
      </div>
    </div>
  );
}

/** Between Google and the form. */
export function OrLine() {
  return (
    <p className="flex items-center gap-3 text-sm text-cocoa-3 before:h-px before:grow before:bg-line before:content-[''] after:h-px after:grow after:bg-line after:content-['']">
      {words.or}
    </p>
  );
}
