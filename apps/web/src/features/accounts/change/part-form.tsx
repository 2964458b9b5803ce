import {
  Demographic,
  Employment,
  type SentUserInformation,
  type UserInformationChange,
} from '@app/contracts/identity/profiles.ts';
import { accountWords as words } from '@app/words/accounts.ts';
import { contact } from '@app/words/contact.ts';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { FieldValues } from 'react-hook-form';
import type { $ZodType, output } from 'zod/v4/core';
import { ownApplications } from '../../../api/own-applications.ts';
import { DemographicFields } from '../../../forms/profile/demographic-fields.tsx';
import { EmploymentFields } from '../../../forms/profile/employment-fields.tsx';
import { removePartFromFields } from '../../../forms/profile/part-errors.ts';
import { TechnicalFields } from '../../../forms/profile/technical-fields.tsx';
import { TechnicalForm, toTechnicalDetail } from '../../../forms/profile/technical-form.ts';
import { useSubmit, type DraftForm, useDraftForm } from '../../../forms/form.tsx';
import { DetailList } from '../../../ui/detail-list.tsx';
import { Loading, Skeleton } from '../../../ui/states.tsx';
import { toast } from '../../../ui/toast.ts';
import { profilePartDetails, type ProfilePart } from '../account-details.ts';
import { ChangeForm, useChangeProfile } from './change-form.tsx';

interface PartFormProps {
  profile: SentUserInformation;
  close: () => void;
}

interface OnePartProps<S extends $ZodType<FieldValues, FieldValues>> extends PartFormProps {
  part: ProfilePart;
  draft: DraftForm<S>;
  changeLabel: (values: output<S>) => Omit<UserInformationChange, 'userId'>;
  children: ReactNode;
}

function OnePart<S extends $ZodType<FieldValues, FieldValues>>({
  part,
  profile,
  close,
  draft,
  changeLabel,
  children,
}: OnePartProps<S>) {
  const change = useChangeProfile();
  const sending = useSubmit(draft, async (values) => {
    try {
      await change({ userId: profile.userId, ...changeLabel(values) });
    } catch (error) {
      throw removePartFromFields(error, part);
    }
    toast.success(words.partChanged);
    close();
  });
  return (
    <ChangeForm
      label={words.changeLabel(words.parts[part])}
      isReady={draft.isValid && draft.form.formState.isDirty}
      sending={sending}
      close={close}
    >
      {children}
    </ChangeForm>
  );
}

function FixedDetails({ profile }: Pick<PartFormProps, 'profile'>) {
  return (
    <div>
      <DetailList details={profilePartDetails('demographic', profile).slice(0, 2)} />
      <p className="mt-2 max-w-text text-sm text-cocoa-2">
        {words.fixedText}{' '}
        <a href={`mailto:${contact.email}`} className="text-link">
          {contact.email}
        </a>
      </p>
    </div>
  );
}

function DemographicForm(props: PartFormProps) {
  const { userId, demographic } = props.profile;
  const draft = useDraftForm(Demographic, {
    defaultValues: { ...demographic, languages: demographic.languages ?? [] },
  });
  const applications = useQuery(ownApplications(userId, 0));
  // If the applications cannot be read, the field is shown and the server decides.
  const hasApplied = (applications.data?.totalElements ?? 0) > 0;
  // A field that disappears later would lose the focus.
  if (applications.isLoading) {
    return (
      <Loading>
        <Skeleton className="h-48 w-full" />
      </Loading>
    );
  }
  return (
    <OnePart
      {...props}
      part="demographic"
      draft={draft}
      changeLabel={(changed) => ({ demographic: changed })}
    >
      <DemographicFields
        {...draft}
        fixed={hasApplied ? <FixedDetails profile={props.profile} /> : undefined}
      />
      <p className="max-w-text text-sm text-cocoa-2">{words.changeCounts}</p>
    </OnePart>
  );
}

function EmploymentForm(props: PartFormProps) {
  const draft = useDraftForm(Employment, { defaultValues: props.profile.employment });
  return (
    <OnePart {...props} part="employment" draft={draft} changeLabel={(employment) => ({ employment })}>
      <EmploymentFields {...draft} />
      <p className="max-w-text text-sm text-cocoa-2">{words.changeCounts}</p>
    </OnePart>
  );
}

const yesOrNo = (isYes: boolean) => (isYes ? 'YES' : 'NO');

function DevicesForm(props: PartFormProps) {
  const { hasWebcam, hasInternet, ...devices } = props.profile.technicalDetail;
  const draft = useDraftForm(TechnicalForm, {
    defaultValues: { ...devices, hasWebcam: yesOrNo(hasWebcam), hasInternet: yesOrNo(hasInternet) },
  });
  return (
    <OnePart
      {...props}
      part="technicalDetail"
      draft={draft}
      changeLabel={(technical) => ({ technicalDetail: toTechnicalDetail(technical) })}
    >
      <TechnicalFields {...draft} />
      <p className="max-w-text text-sm text-cocoa-2">{words.changeCounts}</p>
    </OnePart>
  );
}

const forms = {
  demographic: DemographicForm,
  employment: EmploymentForm,
  technicalDetail: DevicesForm,
} as const satisfies Record<ProfilePart, unknown>;

export function PartForm({ part, ...props }: PartFormProps & { part: ProfilePart }) {
  const Form = forms[part];
  return <Form {...props} />;
}
