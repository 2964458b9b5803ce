import { authWords as words } from '@app/words/auth.ts';
import { paths } from '@app/contracts/web-paths.ts';
import { pageMeta } from '../../../product/title.ts';
import { SignUpForm } from './sign-up-form.tsx';

export const meta = () => pageMeta(words.signUpHeading, words.signUpText);

export default function SignUp() {
  return (
    <SignUpForm
      forRole="RESEARCHER"
      heading={words.signUpHeading}
      text={words.signUpText}
      other={{
        question: words.ratherParticipant,
        to: paths.participantSignUp,
        link: words.ratherParticipantLink,
      }}
    />
  );
}
