import { isLinkedIn, Social } from '@app/contracts/identity/company.ts';
import { kycMessages as words } from '@app/words/kyc.ts';
import { useWatch } from 'react-hook-form';
import { writeDraft } from '../../../forms/drafts.ts';
import { useDraftForm } from '../../../forms/use-draft-form.ts';
import { TextInput } from '../../../ui/text-input.tsx';
import { KycStep } from './kyc-step.tsx';

/** Not type="url": that wants the scheme typed out, and the contract adds it. */
const address = { inputMode: 'url', autoCapitalize: 'none', autoCorrect: 'off', spellCheck: false } as const;

/** What to give, and once an address stands there that is not what was asked for, that it may stay. */
function hintOf(typed: string, hint: string): string {
  const { data, success } = Social.shape.companyLinkedUrl.safeParse(typed);
  return success && !isLinkedIn(data) ? words.notOnLinkedIn : hint;
}

export function KycSocial({ onDone }: { onDone: () => void }) {
  const { form, field, isValid } = useDraftForm(Social, {
    draftKey: 'social',
    defaultValues: { website: '', companyLinkedUrl: '', foundersLinkedInUrl: '' },
  });
  const [companyPage, foundersPage] = useWatch({
    control: form.control,
    name: ['companyLinkedUrl', 'foundersLinkedInUrl'],
  });
  const save = form.handleSubmit((values) => {
    writeDraft('social', values);
    onDone();
  });
  return (
    <KycStep
      heading={words.socialHeading}
      action={words.continue}
      isValid={isValid}
      onSubmit={(event) => void save(event)}
    >
      <TextInput
        label={words.websiteLabel}
        hint={words.websiteHint}
        autoComplete="url"
        {...address}
        {...field('website')}
      />
      <TextInput
        label={words.companyLinkedUrlLabel}
        hint={hintOf(companyPage, words.companyLinkedInHint)}
        {...address}
        {...field('companyLinkedUrl')}
      />
      <TextInput
        label={words.foundersLinkedInUrlLabel}
        hint={hintOf(foundersPage, words.foundersLinkedInHint)}
        {...address}
        {...field('foundersLinkedInUrl')}
      />
    </KycStep>
  );
}
