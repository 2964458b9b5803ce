import { shellNoticeWords as words } from '@app/words/shell-notices.ts';
import { paths } from '@app/contracts/web-paths.ts';
import { type ShellNotice, shellNotice } from '../../session/session.ts';
import { Button } from '../../ui/button.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { Modal } from '../../ui/modal.tsx';

/** The first-login, pending and declined modals (S-210 to S-212), one at a time. */
export function ShellModals({ notice }: { notice: ShellNotice | null }) {
  const close = () => shellNotice.write(null);
  return (
    <>
      <Modal
        isOpen={notice === 'WELCOME'}
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
        isOpen={notice === 'PENDING'}
        onClose={close}
        title={words.pendingTitle}
        isSuccess
        actions={<Button onClick={close}>{words.gotIt}</Button>}
      >
        {words.pendingText}
      </Modal>
      <Modal
        isOpen={notice === 'DECLINED'}
        onClose={close}
        title={words.declinedTitle}
        actions={
          <>
            <LinkButton to={paths.kyc} onClick={close}>
              {words.tryAgain}
            </LinkButton>
            {/* Does nothing, by the owner's word (D-05); the Help page has the contact. */}
            <Button variant="secondary">{words.contactSupport}</Button>
          </>
        }
      >
        {words.declinedText}
      </Modal>
    </>
  );
}
