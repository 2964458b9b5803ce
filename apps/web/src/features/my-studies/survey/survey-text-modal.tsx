import { appealRejection, finishSubmission } from '@app/contracts/project/submissions.ts';
import { TEXTAREA_MAX_LENGTH, freeText, requiredText } from '@app/contracts/text.ts';
import { ownSubmissionWords as words } from '@app/words/own-submissions.ts';
import * as z from 'zod/mini';
import { callProject } from '../../../api/call.ts';
import { FormModal } from '../../../forms/form-modal.tsx';
import { useDraftForm, useSubmit } from '../../../forms/form.tsx';
import { TextArea } from '../../../ui/text-input.tsx';
import { toast } from '../../../ui/toast.ts';

const kinds = {
  FINISH: {
    ...words.finishing,
    Fields: z.strictObject({ text: freeText(TEXTAREA_MAX_LENGTH) }),
    isOptional: true,
    send: (id: string, note: string) => callProject(finishSubmission, { params: { id }, body: { note } }),
  },
  APPEAL: {
    ...words.appealing,
    Fields: z.strictObject({ text: requiredText(TEXTAREA_MAX_LENGTH) }),
    isOptional: false,
    send: (id: string, statement: string) =>
      callProject(appealRejection, { params: { id }, body: { statement } }),
  },
};

interface SurveyTextModalProps {
  kind: keyof typeof kinds;
  submissionId: string;
  refetch: () => Promise<void>;
  onClose: () => void;
  onEnded: () => void;
}

export function SurveyTextModal({ kind, submissionId, refetch, onClose, onEnded }: SurveyTextModalProps) {
  const { title, lead, label, save, done, Fields, isOptional, send } = kinds[kind];
  const draft = useDraftForm(Fields, { defaultValues: { text: '' } });
  const sending = useSubmit(
    draft,
    async ({ text }) => {
      await send(submissionId, text);
      await refetch();
      onEnded();
      toast.success(done);
    },
    () => {
      void refetch();
      return false;
    },
  );
  return (
    <FormModal
      title={title}
      lead={<p>{lead}</p>}
      save={save}
      keep={words.close}
      isValid={draft.isValid}
      {...{ sending, onClose }}
    >
      <TextArea
        label={label}
        isOptional={isOptional}
        rows={4}
        maxCharacters={TEXTAREA_MAX_LENGTH}
        {...draft.field('text')}
      />
    </FormModal>
  );
}
