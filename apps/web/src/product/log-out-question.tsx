import { logOutWords as words } from '@app/words/log-out.ts';
import { paths } from '@app/contracts/web-paths.ts';
import { placeOfDraft, readDraft } from '../forms/drafts.ts';
import { KYC_PARTS, SETUP_DRAFTS } from '../forms/profile/set-up-drafts.ts';
import { readUser } from '../session/session.ts';
import { Button } from '../ui/button.tsx';
import { LinkButton } from '../ui/link-button.tsx';
import { Modal } from '../ui/modal.tsx';
import { isFilled, pathOfBegun } from './begun-study.ts';

export interface Begun {
  title: string;
  /** Where it goes on, and can be saved. */
  path: string;
}

/** What lies on this device alone, which a log-out clears (S-213). Answers to a study are kept with the account. */
export function findBegun(): Begun | null {
  const user = readUser();
  if (user === null) return null;
  const study = pathOfBegun(user.userId);
  if (study) return { title: words.loseStudy, path: study };
  // After a decline they hold what was sent, under a scope of that try.
  if (KYC_PARTS.some((key) => isFilled(readDraft(placeOfDraft(key, user.userId)))))
    return { title: words.loseCompany, path: paths.kyc };
  const isSettingUp = Object.values(SETUP_DRAFTS).some((key) => isFilled(readDraft(key)));
  return isSettingUp ? { title: words.loseSetUp, path: paths.participantSetup } : null;
}

interface LogOutQuestionProps {
  begun: Begun;
  isLeaving: boolean;
  leave: () => void;
  close: () => void;
  /** Closes what stands below the question. */
  onGoOn?: (() => void) | undefined;
}

export function LogOutQuestion({ begun, isLeaving, leave, close, onGoOn }: LogOutQuestionProps) {
  return (
    <Modal
      isOpen
      onClose={close}
      title={begun.title}
      actions={
        <>
          <LinkButton
            to={begun.path}
            onClick={() => {
              close();
              onGoOn?.();
            }}
          >
            {words.goOnWithIt}
          </LinkButton>
          <Button variant="danger" isBusy={isLeaving} onClick={leave}>
            {words.loseIt}
          </Button>
          <Button variant="secondary" onClick={close}>
            {words.cancel}
          </Button>
        </>
      }
    >
      {words.loseText}
    </Modal>
  );
}
