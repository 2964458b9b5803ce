import { accountWords as words } from '@app/words/accounts.ts';
import type { Role } from '@app/contracts/enumerations.ts';
import {
  type OwnAccount,
  EMAIL_CHOICES,
  PUSH_CHOICES,
  TEXT_CHOICES,
  changeOwnAccount,
} from '@app/contracts/identity/account-settings.ts';
import { type UseQueryResult, useMutation, useQueryClient } from '@tanstack/react-query';
import { callIdentity } from '../../../api/call.ts';
import { accountKey } from '../../../api/keys.ts';
import { dismissFailures, toastFailure } from '../../../api/toast-failure.ts';
import { Card } from '../../../ui/card.tsx';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { lazyPart } from '../../../ui/states.tsx';
import { toast } from '../../../ui/toast.ts';
import { Loaded } from '../loaded.tsx';
import { Section } from './section.tsx';

interface Chosen {
  emails?: Partial<OwnAccount['emails']>;
  pushes?: Partial<OwnAccount['pushes']>;
  texts?: Partial<NonNullable<OwnAccount['texts']>>;
}

const PushChoice = lazyPart(async () => (await import('../../../product/push-choice.tsx')).PushChoice);

function Choices({ role, account: { userId, emails, pushes, texts } }: { role: Role; account: OwnAccount }) {
  const client = useQueryClient();
  const change = useMutation({
    mutationFn: (chosen: Chosen) => callIdentity(changeOwnAccount, { body: chosen }),
    onMutate: dismissFailures,
    onSuccess: (_, chosen) => {
      client.setQueryData<OwnAccount>(
        accountKey(userId),
        (own) =>
          own && {
            ...own,
            emails: { ...own.emails, ...chosen.emails },
            pushes: { ...own.pushes, ...chosen.pushes },
            texts: own.texts && { ...own.texts, ...chosen.texts },
          },
      );
      toast.success(words.saved);
    },
    onError: toastFailure,
  });
  const pressed = change.isPending ? change.variables : {};
  const shown = { ...emails, ...pressed.emails };
  const shownPushes = { ...pushes, ...pressed.pushes };
  const box = (label: string, isOn: boolean, chosen: Chosen) => (
    <Checkbox
      key={label}
      label={label}
      checked={isOn}
      onChange={() => !change.isPending && change.mutate(chosen)}
    />
  );
  return (
    <>
      <Card>
        <p className="mb-2 text-sm text-cocoa-2">{words.emailsText[role]}</p>
        {EMAIL_CHOICES[role].map((name) =>
          box(words.emailChoices[name], shown[name], { emails: { [name]: !shown[name] } }),
        )}
        {texts && (
          <>
            <p className="mt-4 mb-2 text-sm text-cocoa-2">{words.textsText}</p>
            {TEXT_CHOICES[role].map((name) => {
              const isOn = pressed.texts?.[name] ?? texts[name];
              return box(words.textChoices[name], isOn, { texts: { [name]: !isOn } });
            })}
          </>
        )}
      </Card>
      <PushChoice>
        <p className="mt-4 mb-2 text-sm text-cocoa-2">{words.pushesText[role]}</p>
        {PUSH_CHOICES[role].map((name) =>
          box(words.pushChoices[name], shownPushes[name], { pushes: { [name]: !shownPushes[name] } }),
        )}
      </PushChoice>
    </>
  );
}

export function EmailsSection({ role, account }: { role: Role; account: UseQueryResult<OwnAccount> }) {
  return (
    <Section place="emails">
      <Loaded query={account} rows={2}>
        {(own) => <Choices role={role} account={own} />}
      </Loaded>
    </Section>
  );
}
