import { googleWords as words } from '@app/words/google.ts';
import { paths } from '@app/contracts/web-paths.ts';
import { AuthFrame } from '../../../product/frames/auth-frame.tsx';
import { titled } from '../../../product/title.ts';
import { Button } from '../../../ui/button.tsx';
import { LinkButton } from '../../../ui/link-button.tsx';
import { Outcome } from '../../../ui/outcome.tsx';
import { Spinner } from '../../../ui/spinner.tsx';
import { type Arrival, useGoogleAnswer } from './use-google-answer.ts';

export const meta = () => titled(words.workingHeading);

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
          isNews
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
          isNews
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
        <Outcome key="failed" isNews title={words.failedHeading} actions={isUnknown ? toSignUps : toLogIn}>
          <p>{arrival.kind === 'FAILED' ? arrival.text : words.cancelled}</p>
        </Outcome>
      );
    }
  }
}

/** Where Google sends people back to, in the window that was opened for it or in the tab itself. */
export default function GoogleSignIn() {
  return (
    <AuthFrame>
      <Arrived {...useGoogleAnswer()} />
    </AuthFrame>
  );
}
