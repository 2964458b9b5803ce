import type { SignedInUser } from '@app/contracts/identity/person.ts';
import { shellNoticeWords as words } from '@app/words/shell-modals.ts';
import { paths } from '@app/contracts/web-paths.ts';
import { useSentCompany } from '../../product/use-sent-company.ts';
import { type ShellNotice, shellNotice, useUser } from '../../session/session.ts';
import { useEffect } from 'react';
import { Button, LinkButton } from '../../ui/button.tsx';
import { Modal } from '../../ui/modal.tsx';

const isStill: Record<ShellNotice, (user: SignedInUser) => boolean> = {
  WELCOME: ({ hasCompanyInfo }) => !hasCompanyInfo,
  PENDING: ({ adminVerificationStatus }) => adminVerificationStatus === 'PENDING',
  DECLINED: ({ adminVerificationStatus }) => adminVerificationStatus === 'DECLINED',
};

function Reason({ user }: { user: SignedInUser }) {
  const reason = useSentCompany(user).data?.declineReason;
  return reason && <p className="mt-3 font-semibold wrap-anywhere whitespace-pre-wrap">{reason}</p>;
}

/** Shows one of the modals of S-210 to S-212 at a time. */
export function ShellModals({ notice }: { notice: ShellNotice | null }) {
  const user = useUser();
  const close = () => shellNotice.write(null);
  // The account can change while a modal is open.
  const isTrue = notice !== null && user !== null && isStill[notice](user);
  useEffect(() => {
    if (notice !== null && user !== null && !isTrue) shellNotice.write(null);
  }, [notice, user, isTrue]);
  return (
    <>
      <Modal
        isOpen={isTrue && notice === 'WELCOME'}
        onClose={close}
        title={words.welcomeTitle}
        actions={
          <LinkButton to={paths.kyc} onClick={close}>
            {words.completeVerification}
          </LinkButton>
        }
      >
        {words.welcomeText}
      </Modal>
      <Modal
        isOpen={isTrue && notice === 'PENDING'}
        onClose={close}
        title={words.pendingTitle}
        isSuccess
        actions={<Button onClick={close}>{words.gotIt}</Button>}
      >
        {words.pendingText}
      </Modal>
      <Modal
        isOpen={isTrue && notice === 'DECLINED'}
        onClose={close}
        title={words.declinedTitle}
        actions={
          <>
            <LinkButton to={paths.kyc} onClick={close}>
              {words.tryAgain}
            </LinkButton>
            {/* This button does nothing, because the product owner wants it so (D-05). Help has the contact
                details. */}
            <Button variant="secondary">{words.contactSupport}</Button>
          </>
        }
      >
        {words.declinedText}
        {isTrue && notice === 'DECLINED' && <Reason user={user} />}
      </Modal>
    </>
  );
}
