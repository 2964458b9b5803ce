import { kycWords as words } from '@app/words/kyc.ts';
import { profileChoiceWords } from '@app/words/profile-choices.ts';
import { INDUSTRIES } from '@app/contracts/enumerations.ts';
import { Organization } from '@app/contracts/identity/company.ts';
import { useWatch } from 'react-hook-form';
import { writeDraft } from '../../../forms/drafts.ts';
import { useDraftForm } from '../../../forms/form.tsx';
import { TextInput } from '../../../ui/text-input.tsx';
import { KycStep } from './kyc-step.tsx';
import { INPUT_MAX_LENGTH } from '@app/contracts/text.ts';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { toOptions } from '../../../ui/options.ts';
import { Select } from '../../../ui/select.tsx';

const institutionFields = ['ethicsApprovalNumber', 'ethicsApprovalExpiresOn', 'supervisor'] as const;
const NAME_MAX = INPUT_MAX_LENGTH * 2;
const industries = toOptions(INDUSTRIES, profileChoiceWords.industry);

export function KycOrganization({ onDone }: { onDone: () => void }) {
  const { form, field, isValid } = useDraftForm(Organization, {
    draftKey: 'organization',
    defaultValues: {
      companyName: '',
      businessName: '',
      industry: undefined,
      isInstitution: false,
      ethicsApprovalNumber: undefined,
      ethicsApprovalExpiresOn: undefined,
      supervisor: undefined,
    },
  });
  const isInstitution = useWatch({ control: form.control, name: 'isInstitution' });
  const save = form.handleSubmit((values) => {
    writeDraft('organization', values);
    onDone();
  });
  return (
    <KycStep
      heading={words.organizationHeading}
      intro={words.whyText}
      action={words.continue}
      isValid={isValid}
      onSubmit={(event) => void save(event)}
    >
      <TextInput
        label={words.companyNameLabel}
        hint={words.companyNameHint}
        autoComplete="organization"
        maxCharacters={NAME_MAX}
        {...field('companyName')}
      />
      <TextInput
        label={words.businessNameLabel}
        hint={words.businessNameHint}
        maxCharacters={NAME_MAX}
        {...field('businessName')}
      />
      <Select label={words.industryLabel} options={industries} {...field('industry')} />
      <Checkbox
        label={words.institutionLabel}
        hint={words.institutionHint}
        {...field('isInstitution', {
          // Fields that are not on the screen must be neither sent nor validated.
          onChange: (event: { target: { checked: boolean } }) => {
            if (!event.target.checked) for (const name of institutionFields) form.setValue(name, undefined);
          },
        })}
      />
      {isInstitution && (
        <>
          <div className="grid gap-6 sm:grid-cols-2 sm:gap-4">
            <TextInput
              label={words.ethicsApprovalNumberLabel}
              hint={words.ethicsApprovalNumberHint}
              isOptional
              {...field('ethicsApprovalNumber')}
            />
            <TextInput
              label={words.ethicsApprovalExpiresOnLabel}
              isOptional
              type="date"
              {...field('ethicsApprovalExpiresOn', { setValueAs: (day: unknown) => day || undefined })}
            />
          </div>
          <TextInput
            label={words.supervisorLabel}
            hint={words.supervisorHint}
            isOptional
            {...field('supervisor')}
          />
        </>
      )}
    </KycStep>
  );
}
