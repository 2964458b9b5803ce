import type { ReplyOf } from '@app/contracts/endpoint.ts';
import { GENDERS } from '@app/contracts/enumerations.ts';
import {
  correctProfileAsAdmin,
  exportPersonAsAdmin,
  type readPersonAsAdmin,
  sendAccountEmailAsAdmin,
  suspendPersonAsAdmin,
  unlockPasswordAsAdmin,
  unsuspendPersonAsAdmin,
} from '@app/contracts/identity/admin-people.ts';
import { adminPeopleWords as words } from '@app/words/admin-people.ts';
import { choiceWords } from '@app/words/choices.ts';
import { type ComponentProps, useState } from 'react';
import { saveFile } from '../../api/save-file.ts';
import { Button } from '../../ui/button.tsx';
import { MoreMenu } from '../../ui/more-menu.tsx';
import { Select } from '../../ui/select.tsx';
import { TextInput } from '../../ui/text-input.tsx';
import { ActionDialog } from '../action-dialog.tsx';
import { callAsAdmin } from '../call-admin.ts';
import { useAdminSession } from '../session.ts';

type Person = ReplyOf<typeof readPersonAsAdmin>;
type Act = Pick<
  ComponentProps<typeof ActionDialog>,
  'title' | 'confirm' | 'isDangerous' | 'reason' | 'onConfirm' | 'successText'
> & {
  text: string;
};

const reason = { label: words.reason, hint: words.reasonHint };

function acts({ userId, name, email }: Person) {
  const params = { userId };
  const { identity } = callAsAdmin;
  return {
    suspend: {
      title: words.suspendTitle(name),
      text: words.suspendText,
      confirm: words.suspend,
      isDangerous: true,
      reason,
      onConfirm: (why) => identity(suspendPersonAsAdmin, { params, body: { reason: why } }),
      successText: words.suspendedDone,
    },
    unsuspend: {
      title: words.unsuspendTitle(name),
      text: words.unsuspendText,
      confirm: words.unsuspend,
      onConfirm: () => identity(unsuspendPersonAsAdmin, { params }),
      successText: words.unsuspendedDone,
    },
    send: {
      title: words.sendTitle(email),
      text: words.sendText,
      confirm: words.send,
      onConfirm: (_, idempotencyKey) => identity(sendAccountEmailAsAdmin, { params, idempotencyKey }),
      successText: words.sentDone,
    },
    unlock: {
      title: words.unlock,
      text: words.unlockText,
      confirm: words.unlockConfirm,
      onConfirm: () => identity(unlockPasswordAsAdmin, { params }),
      successText: words.unlockedDone,
    },
    export: {
      title: words.export,
      text: words.exportText,
      confirm: words.exportConfirm,
      onConfirm: async () => saveFile(await identity(exportPersonAsAdmin, { params })),
      successText: words.exportedDone,
    },
  } satisfies Record<string, Act>;
}

function CorrectDialog({ person: { userId, profile }, onClose }: { person: Person; onClose: () => void }) {
  const [field, setField] = useState<'dateOfBirth' | 'gender'>('dateOfBirth');
  const [dateOfBirth, setDateOfBirth] = useState(profile?.dateOfBirth ?? '');
  const [gender, setGender] = useState(profile?.gender ?? '');
  const right = field === 'gender' ? { gender: gender as (typeof GENDERS)[number] } : { dateOfBirth };
  return (
    <ActionDialog
      title={words.correct}
      confirm={words.correctConfirm}
      reason={{ ...reason, hint: words.reasonKept }}
      onConfirm={(why) =>
        callAsAdmin.identity(correctProfileAsAdmin, { params: { userId }, body: { ...right, reason: why } })
      }
      successText={words.correctedDone}
      onClose={onClose}
    >
      <p>{words.correctText}</p>
      <div className="mt-4 flex flex-col gap-4 text-cocoa">
        <Select
          label={words.correctWhat}
          placeholder={null}
          options={[
            { value: 'dateOfBirth', label: words.dateOfBirth },
            { value: 'gender', label: words.gender },
          ]}
          value={field}
          onChange={(event) => setField(event.target.value as 'gender')}
        />
        {field === 'gender' ? (
          <Select
            label={words.gender}
            placeholder={null}
            options={GENDERS.map((value) => ({ value, label: choiceWords.gender[value] }))}
            value={gender}
            onChange={(event) => setGender(event.target.value)}
          />
        ) : (
          <TextInput
            type="date"
            label={words.dateOfBirth}
            value={dateOfBirth}
            onChange={(event) => setDateOfBirth(event.target.value)}
          />
        )}
      </div>
    </ActionDialog>
  );
}

export function PersonActs({ person }: { person: Person }) {
  const [open, setOpen] = useState<keyof ReturnType<typeof acts> | 'correct'>();
  const isAdmin = useAdminSession()?.roles.includes('ADMIN') ?? false;
  const all = acts(person);
  const close = () => setOpen(undefined);
  const chosen = open === undefined || open === 'correct' ? undefined : (all[open] as Act);
  const items = [
    ['send', person.state === 'UNVERIFIED' ? words.sendVerification : words.sendLogIn, true],
    ['unlock', words.unlock, isAdmin && person.isPasswordLocked],
    ['correct', words.correct, isAdmin && person.profile !== null],
    ['export', words.export, isAdmin],
  ] as const;
  const main = person.state === 'SUSPENDED' ? 'unsuspend' : 'suspend';
  return (
    <>
      {isAdmin && (
        <Button
          variant={main === 'suspend' ? 'danger' : 'primary'}
          size="small"
          onClick={() => setOpen(main)}
        >
          {all[main].confirm}
        </Button>
      )}
      <MoreMenu label={words.more} isNamed>
        {(closeMenu) =>
          items
            .filter(([, , isShown]) => isShown)
            .map(([act, label]) => (
              <Button
                key={act}
                variant="quiet"
                size="small"
                onClick={() => {
                  closeMenu();
                  setOpen(act);
                }}
              >
                {label}
              </Button>
            ))
        }
      </MoreMenu>
      {chosen && (
        <ActionDialog {...chosen} onClose={close}>
          <p>{chosen.text}</p>
        </ActionDialog>
      )}
      {open === 'correct' && <CorrectDialog person={person} onClose={close} />}
    </>
  );
}
