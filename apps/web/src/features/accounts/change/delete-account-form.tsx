import { accountDeletionWords as words } from '@app/words/account-deletion.ts';
import { sendAccountDeletionCode } from '@app/contracts/identity/account-deletion.ts';
import type { OwnAccount } from '@app/contracts/identity/account-settings.ts';
import { EmailCode } from '@app/contracts/identity/person.ts';
import { Credentials } from '@app/contracts/identity/sessions.ts';
import { type Obstacle, OBSTACLES } from '@app/contracts/account-deletion.ts';
import { paths } from '@app/contracts/web-paths.ts';
import { useState } from 'react';
import * as z from 'zod/mini';
import { CallFailed } from '../../../api/failure.ts';
import { deleteOwnAccount } from '../../../api/session/delete-account.ts';
import { useSubmit, useDraftForm } from '../../../forms/form.tsx';
import { Banner } from '../../../ui/banner.tsx';
import { LinkButton } from '../../../ui/button.tsx';
import { toast } from '../../../ui/toast.ts';
import { ChangeForm, OwnerRefusal, useOwnerRefusal } from './change-form.tsx';
import { OwnerProof } from './reauthentication.tsx';

const Confirmation = z.strictObject({
  password: z.optional(Credentials.shape.password),
  code: z.optional(EmailCode),
});

/** Perhaps only the response was lost. Then the account is already deleted. */
function warnOfLostAnswer(error: unknown): boolean {
  if (!(error instanceof CallFailed) || error.kind !== 'NETWORK') return false;
  toast.error(`${error.message} ${words.maybeGone}`);
  return true;
}

const ways: Record<Obstacle, { to: string; label: string }> = {
  STUDIES_ARE_OPEN: { to: paths.projects, label: words.toStudies },
  MEETINGS_TO_COME: { to: paths.meetings, label: words.toMeetings },
  SUBMISSIONS_WAIT: { to: paths.projects, label: words.toStudies },
  BUDGET_IS_OPEN: { to: paths.projects, label: words.toStudies },
  PAYMENT_NOT_FINAL: { to: paths.money, label: words.toMoney },
};

interface LeaveObstacle {
  code: Obstacle;
  message: string;
}

function useLeaveRefusal() {
  const [refusal, setRefusal] = useState<LeaveObstacle | null>(null);
  return {
    refusal,
    clearRefusal: () => setRefusal(null),
    handleError(error: unknown): boolean {
      if (!(error instanceof CallFailed)) return false;
      const code = OBSTACLES.find((obstacle) => obstacle === error.code);
      if (code === undefined) return false;
      setRefusal({ code, message: error.message });
      return true;
    },
  };
}

function LeaveRefusal({ refusal }: { refusal: LeaveObstacle | null }) {
  if (refusal === null) return <div role="alert" />;
  const { to, label } = ways[refusal.code];
  return (
    <div role="alert">
      <Banner
        className="mb-4"
        title={words.notYet}
        action={
          <LinkButton to={to} variant="secondary" size="small">
            {label}
          </LinkButton>
        }
      >
        {refusal.message}
      </Banner>
    </div>
  );
}

export function LeaveForm({ account, close }: { account: OwnAccount; close: () => void }) {
  const { email, hasPassword } = account;
  const owner = useOwnerRefusal({ hasPassword, field: 'password' });
  const obstacle = useLeaveRefusal();
  const draft = useDraftForm(Confirmation, {
    defaultValues: { password: hasPassword ? '' : undefined, code: hasPassword ? undefined : '' },
  });
  const sending = useSubmit(
    draft,
    async (body) => {
      owner.clearRefusal();
      obstacle.clearRefusal();
      await deleteOwnAccount(body);
    },
    (error) => obstacle.handleError(error) || owner.handleError(error) || warnOfLostAnswer(error),
  );
  return (
    <ChangeForm
      label={words.deleteOwnAccount}
      isReady={draft.isValid}
      sending={sending}
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
      {/* Password managers need to know which account the password belongs to. */}
      <input type="text" autoComplete="username" value={email} readOnly hidden />
      <OwnerProof
        email={email}
        hasPassword={hasPassword}
        passwordHint={words.passwordHint}
        codeText={words.codeText}
        endpoint={sendAccountDeletionCode}
        field={draft.field}
      />
    </ChangeForm>
  );
}
