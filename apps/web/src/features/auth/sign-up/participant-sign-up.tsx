import { authWords as words } from '@app/words/auth.ts';
import { paths } from '@app/contracts/web-paths.ts';
import { pageMeta } from '../../../product/title.ts';
import { SignUpForm } from './sign-up-form.tsx';

export const meta = () => pageMeta(words.participantSignUpHeading, words.participantSignUpText);

export default function ParticipantSignUp() {
  return (
    <SignUpForm
      forRole="PARTICIPANT"
      heading={words.participantSignUpHeading}
      text={words.participantSignUpText}
      other={{ question: words.ratherResearcher, to: paths.signUp, link: words.ratherResearcherLink }}
    />
  );
}
