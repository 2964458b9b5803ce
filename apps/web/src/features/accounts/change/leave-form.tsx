import { sendLeavingCode } from '@app/contracts/identity/leaving.ts';
import type { OwnAccount } from '@app/contracts/identity/own-account.ts';
import { LetterCode } from '@app/contracts/identity/person.ts';
import { Credentials } from '@app/contracts/identity/session.ts';
import { leavingMessages as words } from '@app/words/leaving.ts';
import * as z from 'zod/mini';
import { CallFailed } from '../../../api/failure.ts';
import { leave } from '../../../api/session/leave.ts';
import { useDraftForm } from '../../../forms/use-draft-form.ts';
import { useSubmit } from '../../../forms/use-submit.ts';
import { toast } from '../../../ui/toast.ts';
import { ChangeForm } from './change-form.tsx';
import { LeaveRefusal } from './leave-refusal.tsx';
import { OwnerProof } from './owner-proof.tsx';
import { OwnerRefusal } from './owner-refusal.tsx';
import { useLeaveRefusal } from './use-leave-refusal.ts';
import { useOwnerRefusal } from './use-owner-refusal.ts';

const Confirmation = z.strictObject({
  password: z.optional(Credentials.shape.password),
  code: z.optional(LetterCode),
});

/** The answer alone may have been lost, and the account with it. */
function warnOfLostAnswer(error: unknown): boolean {
  if (!(error instanceof CallFailed) || error.kind !== 'NETWORK') return false;
  toast.error(`${error.message} ${words.maybeGone}`);
  return true;
}

/** Deletes the account by the password or, where there is none, by the code of a letter. */
export function LeaveForm({ account, close }: { account: OwnAccount; close: () => void }) {
  const { email, hasPassword } = account;
  const owner = useOwnerRefusal({ hasPassword, field: 'password' });
  const obstacle = useLeaveRefusal();
  const draft = useDraftForm(Confirmation, {
    defaultValues: { password: hasPassword ? '' : undefined, code: hasPassword ? undefined : '' },
  });
  const { submit, isPending } = useSubmit(
    draft,
    async (body) => {
      owner.forget();
      obstacle.forget();
      await leave(body);
    },
    (error) => obstacle.take(error) || owner.take(error) || warnOfLostAnswer(error),
  );
  return (
    <ChangeForm
      label={words.leave}
      isReady={draft.isValid}
      isPending={isPending}
      submit={submit}
      close={close}
      refusal={
        <>
          <LeaveRefusal refusal={obstacle.refusal} />
          <OwnerRefusal refusal={owner.refusal} account={account} />
        </>
      }
      save={words.leaveNow}
      isForGood
    >
      <h3>{words.leaveTitle}</h3>
      <p className="max-w-text">{words.forGood}</p>
      {/* Tells password managers whose password it is. */}
      <input type="text" autoComplete="username" value={email} readOnly hidden />
      <OwnerProof
        email={email}
        hasPassword={hasPassword}
        passwordHint={words.passwordHint}
        codeText={words.codeText}
        endpoint={sendLeavingCode}
        field={draft.field}
      />
    </ChangeForm>
  );
}
