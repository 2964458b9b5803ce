import { shellWords as words } from '@app/words/shell.ts';
import { paths } from '@app/contracts/web-paths.ts';
import { type ReactNode, useState } from 'react';
import { logOut } from '../api/session/log-out.ts';
import { placeOfDraft, readDraft } from '../forms/drafts.ts';
import { KYC_PARTS, SETUP_DRAFTS } from '../forms/profile/set-up-drafts.ts';
import { readUser } from '../session/session.ts';
import { Button } from '../ui/button.tsx';
import { LinkButton } from '../ui/link-button.tsx';
import { Modal } from '../ui/modal.tsx';
import { isFilled, pathOfBegun } from './begun-study.ts';

interface Begun {
  title: string;
  /** Where it goes on, and can be saved. */
  path: string;
}

/** What lies on this device alone, which a log-out clears (S-213). Answers to a study are kept with the account. */
function findBegun(): Begun | null {
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

/** Logs out on purpose, and asks first where that would lose something. `onGoOn` closes what stands below the question. */
export function useLogOut(onGoOn?: () => void): { ask: () => void; isLeaving: boolean; question: ReactNode } {
  const [begun, setBegun] = useState<Begun | null>(null);
  const [isLeaving, setIsLeaving] = useState(false);
  function leave() {
    if (isLeaving) return;
    setIsLeaving(true);
    void logOut();
  }
  const keep = () => setBegun(null);
  return {
    isLeaving,
    ask() {
      const found = findBegun();
      if (found) setBegun(found);
      else leave();
    },
    question: begun && (
      <Modal
        isOpen
        onClose={keep}
        title={begun.title}
        actions={
          <>
            <LinkButton
              to={begun.path}
              onClick={() => {
                keep();
                onGoOn?.();
              }}
            >
              {words.goOnWithIt}
            </LinkButton>
            <Button variant="danger" isBusy={isLeaving} onClick={leave}>
              {words.loseIt}
            </Button>
            <Button variant="secondary" onClick={keep}>
              {words.cancel}
            </Button>
          </>
        }
      >
        {words.loseText}
      </Modal>
    ),
  };
}
