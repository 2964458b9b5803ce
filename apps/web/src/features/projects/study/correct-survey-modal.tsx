import { correctSurvey } from '@app/contracts/project/submissions.ts';
import { SurveyAddress } from '@app/contracts/project/survey.ts';
import { studySurveyWords as words } from '@app/words/study-survey.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useWatch } from 'react-hook-form';
import * as z from 'zod/mini';
import '../../../forms/all-rules.ts';
import { callProject } from '../../../api/call.ts';
import { applicantKeys } from '../../../api/keys.ts';
import { FormModal } from '../../../forms/form-modal.tsx';
import { useDraftForm, useSubmit } from '../../../forms/form.tsx';
import { SurveyAddressField } from '../../../product/survey-address-field.tsx';
import { toast } from '../../../ui/toast.ts';
import { refetchStudy } from '../project-queries.ts';

const Correction = z.strictObject({ address: SurveyAddress });

interface CorrectSurveyModalProps {
  studyId: string;
  address: string;
  onClose: () => void;
}

export function CorrectSurveyModal({ studyId: id, address: before, onClose }: CorrectSurveyModalProps) {
  const client = useQueryClient();
  const draft = useDraftForm(Correction, { defaultValues: { address: before } });
  const address = useWatch({ control: draft.form.control, name: 'address' });
  const sending = useSubmit(draft, async (body) => {
    const survey = await callProject(correctSurvey, { params: { id }, body });
    client.setQueryData(applicantKeys.survey(id), survey);
    await refetchStudy(client, id);
    onClose();
    toast.success(words.corrected);
  });
  return (
    <FormModal
      title={words.correct}
      lead={<p>{words.correctText}</p>}
      save={words.save}
      keep={words.cancel}
      isValid={draft.isValid}
      {...{ sending, onClose }}
    >
      <SurveyAddressField
        address={address}
        write={(text) => draft.form.setValue('address', text, { shouldValidate: true, shouldDirty: true })}
        {...draft.field('address')}
      />
    </FormModal>
  );
}
