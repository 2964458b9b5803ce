import {
  changeOwnAccount,
  type LetterChoices,
  type OwnAccount,
} from '@app/contracts/identity/own-account.ts';
import { accountMessages as words } from '@app/words/accounts.ts';
import { useMutation, useQueryClient, type UseQueryResult } from '@tanstack/react-query';
import { callIdentity } from '../../../api/call.ts';
import { accountKey } from '../../../api/keys.ts';
import { dismissFailures, toastFailure } from '../../../api/toast-failure.ts';
import { Card } from '../../../ui/card.tsx';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { toast } from '../../../ui/toast.ts';
import { Loaded } from '../loaded.tsx';
import { Section } from './section.tsx';

function Choices({ account: { userId, letters } }: { account: OwnAccount }) {
  const client = useQueryClient();
  const change = useMutation({
    mutationFn: (chosen: LetterChoices) => callIdentity(changeOwnAccount, { body: { letters: chosen } }),
    onMutate: dismissFailures,
    onSuccess: (_, chosen) => {
      client.setQueryData<OwnAccount>(accountKey(userId), (own) => own && { ...own, letters: chosen });
      toast.success(words.saved);
    },
    onError: toastFailure,
  });
  // What was pressed stands at once, and goes back where it could not be saved.
  const shown = change.isPending ? change.variables : letters;
  const box = (name: keyof LetterChoices) => (
    <Checkbox
      label={words.letterChoices[name]}
      checked={shown[name]}
      onChange={() => !change.isPending && change.mutate({ ...shown, [name]: !shown[name] })}
    />
  );
  return (
    <Card>
      <p className="mb-2 text-sm text-cocoa-2">{words.lettersText}</p>
      {box('decisions')}
      {box('newStudies')}
    </Card>
  );
}

/** Which letters a participant gets. */
export function LettersSection({ account }: { account: UseQueryResult<OwnAccount> }) {
  return (
    <Section place="letters">
      <Loaded query={account} rows={2}>
        {(own) => <Choices account={own} />}
      </Loaded>
    </Section>
  );
}
