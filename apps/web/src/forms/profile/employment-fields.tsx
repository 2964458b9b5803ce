import { EMPLOYMENT_STATUSES, INDUSTRIES, JOB_ROLES } from '@app/contracts/enumerations.ts';
import { type Employment, hasJob } from '@app/contracts/identity/profiles.ts';
import { participantSetupWords as words } from '@app/words/participant-setup.ts';
import { profileChoiceWords } from '@app/words/profile-choices.ts';
import { useEffect } from 'react';
import { useWatch } from 'react-hook-form';
import { toOptions } from '../../ui/options.ts';
import { Select } from '../../ui/select.tsx';
import type { DraftForm } from '../form.tsx';

const statuses = toOptions(EMPLOYMENT_STATUSES, profileChoiceWords.employmentStatus);
const jobRoles = toOptions(JOB_ROLES, profileChoiceWords.jobRole);
const industries = toOptions(INDUSTRIES, profileChoiceWords.industry);

export function EmploymentFields({ form, field }: Pick<DraftForm<typeof Employment>, 'form' | 'field'>) {
  const isAsked = hasJob(useWatch({ control: form.control, name: 'status' }) || undefined);
  // A field that is hidden must not be sent.
  useEffect(() => {
    if (isAsked) return;
    for (const part of ['jobRole', 'industry'] as const)
      if (form.getValues(part) != null) form.setValue(part, null, { shouldValidate: true });
  }, [form, isAsked]);
  return (
    <>
      <Select label={words.employmentStatus} options={statuses} {...field('status')} />
      {isAsked && (
        <>
          <Select label={words.jobRole} options={jobRoles} {...field('jobRole')} />
          <Select label={words.industry} options={industries} {...field('industry')} />
        </>
      )}
    </>
  );
}
