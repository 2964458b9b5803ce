import { EMPLOYMENT_STATUSES, INDUSTRIES, JOB_ROLES } from '@app/contracts/enumerations.ts';
import type { Employment } from '@app/contracts/identity/profile.ts';
import { participantSetupWords as words } from '@app/words/participant-setup.ts';
import { profileChoiceWords } from '@app/words/profile-choices.ts';
import { optionsOf } from '../../ui/options.ts';
import { Select } from '../../ui/select.tsx';
import type { DraftForm } from '../use-draft-form.ts';

const statuses = optionsOf(EMPLOYMENT_STATUSES, profileChoiceWords.employmentStatus);
const jobRoles = optionsOf(JOB_ROLES, profileChoiceWords.jobRole);
const industries = optionsOf(INDUSTRIES, profileChoiceWords.industry);

export function EmploymentFields({ field }: Pick<DraftForm<typeof Employment>, 'field'>) {
  return (
    <>
      <Select label={words.employmentStatus} options={statuses} {...field('status')} />
      <Select label={words.jobRole} options={jobRoles} {...field('jobRole')} />
      <Select label={words.industry} options={industries} {...field('industry')} />
    </>
  );
}
