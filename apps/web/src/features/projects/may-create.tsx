import type { SignedInUser } from '@app/contracts/identity/person.ts';
import { projectWords as words } from '@app/words/projects.ts';
import { Lock } from 'lucide-react';
import { paths } from '@app/contracts/web-paths.ts';
import { Banner } from '../../ui/banner.tsx';
import { LinkButton } from '../../ui/button.tsx';

export const mayCreate = (user: SignedInUser) => user.adminVerificationStatus === 'VERIFIED';

/** The server refuses the call too. This notice only says why. */
export function MayNotCreate({ user, id }: { user: SignedInUser; id: string }) {
  const status = user.adminVerificationStatus;
  if (status === null) {
    // With a second banner, a phone's screen would not show the form.
    return (
      <p id={id} className="mb-6 flex items-start gap-2.5 text-sm text-cocoa-2">
        <Lock aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
        {words.mayNotNew}
      </p>
    );
  }
  const isDeclined = status === 'DECLINED';
  return (
    <Banner
      tone={isDeclined ? 'bad' : 'info'}
      title={words.mayNotTitle}
      className="mb-8"
      action={
        isDeclined && (
          <LinkButton to={paths.kyc} variant="secondary">
            {words.correctCompany}
          </LinkButton>
        )
      }
    >
      <p id={id}>{isDeclined ? words.mayNotDeclined : words.mayNotPending}</p>
    </Banner>
  );
}
