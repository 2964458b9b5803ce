import type { Role } from '@app/contracts/enumerations.ts';
import type { SignedInUser } from '@app/contracts/identity/person.ts';
import { shellMessages } from '@app/words/shell.ts';
import { paths } from '@app/contracts/web-paths.ts';
import { Banner } from '../../ui/banner.tsx';
import { LinkButton } from '../../ui/link-button.tsx';

interface SetUp {
  isDone: (user: SignedInUser) => boolean;
  title: string;
  text: string;
  action: string;
  to: string;
}

const setUps: Readonly<Record<Role, SetUp>> = {
  RESEARCHER: {
    isDone: (user) => user.hasCompanyInfo,
    title: shellMessages.completeVerification,
    text: shellMessages.completeVerificationText,
    action: shellMessages.letsGo,
    to: paths.kyc,
  },
  PARTICIPANT: {
    isDone: (user) => user.hasUserInfo,
    title: shellMessages.completeSetup,
    text: shellMessages.completeSetupText,
    action: shellMessages.getStarted,
    to: paths.participantSetup,
  },
};

/** What a person still has to tell us before they can go on (S-208, S-209). */
export function SetupBanner({ user }: { user: SignedInUser }) {
  const { isDone, title, text, action, to } = setUps[user.role];
  if (isDone(user)) return null;
  return (
    <Banner className="mb-8" title={title} action={<LinkButton to={to}>{action}</LinkButton>}>
      {text}
    </Banner>
  );
}
