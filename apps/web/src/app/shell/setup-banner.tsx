import type { SignedInUser } from '@app/contracts/identity/person.ts';
import { shellMessages } from '@app/words/shell.ts';
import { paths } from '@app/contracts/web-paths.ts';
import { Banner } from '../../ui/banner.tsx';
import { LinkButton } from '../../ui/link-button.tsx';

/** What a person still has to tell us before they can go on (S-208, S-209). */
export function SetupBanner({ user }: { user: SignedInUser }) {
  if (user.role === 'RESEARCHER') {
    if (user.hasCompanyInfo) return null;
    return (
      <Banner
        className="mb-8"
        title={shellMessages.completeVerification}
        action={<LinkButton to={paths.kyc}>{shellMessages.letsGo}</LinkButton>}
      >
        {shellMessages.completeVerificationText}
      </Banner>
    );
  }
  if (user.hasUserInfo) return null;
  return (
    <Banner
      className="mb-8"
      title={shellMessages.completeSetup}
      action={<LinkButton to={paths.participantSetup}>{shellMessages.getStarted}</LinkButton>}
    >
      {shellMessages.completeSetupText}
    </Banner>
  );
}
