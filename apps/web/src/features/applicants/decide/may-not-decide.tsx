import { applicantMessages as words } from '@app/words/applicants.ts';
import { paths } from '@app/contracts/web-paths.ts';
import { useUser } from '../../../session/session.ts';
import { Banner } from '../../../ui/banner.tsx';
import { LinkButton } from '../../../ui/link-button.tsx';

/** To whom it applies: a researcher whose company is not verified, or not any more. */
export function MayNotDecide() {
  const user = useUser();
  if (user === null || user.adminVerificationStatus === 'VERIFIED') return null;
  const isWaiting = user.adminVerificationStatus === 'PENDING';
  return (
    <Banner
      tone="info"
      className="mb-6"
      title={words.mayNotDecideTitle}
      action={
        !isWaiting && (
          <LinkButton variant="secondary" size="small" to={paths.kyc}>
            {words.toVerification}
          </LinkButton>
        )
      }
    >
      {words.mayNotDecideText}
    </Banner>
  );
}
