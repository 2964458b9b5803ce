import { neverInvite } from '@app/contracts/identity/invitations.ts';
import { stopInvitationWords as words } from '@app/words/stop-invitations.ts';
import { useRef, useState } from 'react';
import { useParams } from 'react-router';
import { callIdentity } from '../../api/call.ts';
import { CallFailed } from '../../api/failure.ts';
import { toastFailure } from '../../api/toast-failure.ts';
import { AuthFrame } from '../../product/frames/auth-frame.tsx';
import { pageMeta } from '../../product/title.ts';
import { Button } from '../../ui/button.tsx';
import { Outcome } from '../../ui/outcome.tsx';

export const meta = () => pageMeta(words.heading);

/** A malformed token is also a broken link. */
const isOfLink = (error: unknown) =>
  error instanceof CallFailed &&
  ['TOKEN_NOT_VALID', 'INVALID_INPUT', 'NO_SUCH_CALL'].includes(error.code ?? '');

/** Mail programs open links. So invitations are stopped only by a click. */
export default function StopInvitations() {
  const { token = '' } = useParams();
  const [end, setEnd] = useState<'DONE' | 'WRONG' | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const isSent = useRef(false);
  async function press() {
    if (isSent.current) return;
    isSent.current = true;
    setIsBusy(true);
    try {
      await callIdentity(neverInvite, { params: { token } });
      setEnd('DONE');
    } catch (error) {
      if (isOfLink(error)) setEnd('WRONG');
      else toastFailure(error);
    }
    isSent.current = false;
    setIsBusy(false);
  }
  return (
    <AuthFrame>
      {end === null ? (
        <>
          <Outcome title={words.heading}>
            <p>{words.text}</p>
          </Outcome>
          <Button isWide className="mt-6" isBusy={isBusy} onClick={() => void press()}>
            {words.press}
          </Button>
        </>
      ) : (
        <Outcome key={end} takesFocus title={end === 'DONE' ? words.doneTitle : words.wrongTitle}>
          <p>{end === 'DONE' ? words.doneText : words.wrongText}</p>
        </Outcome>
      )}
    </AuthFrame>
  );
}
