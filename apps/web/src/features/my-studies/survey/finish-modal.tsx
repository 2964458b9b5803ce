import { finishSubmission } from '@app/contracts/project/submissions.ts';
import { TEXTAREA_MAX_LENGTH, freeText } from '@app/contracts/text.ts';
import { ownSubmissionWords as words } from '@app/words/own-submissions.ts';
import * as z from 'zod/mini';
import { callProject } from '../../../api/call.ts';
import { FormModal } from '../../../forms/form-modal.tsx';
import { useDraftForm, useSubmit } from '../../../forms/form.tsx';
import { TextArea } from '../../../ui/text-input.tsx';
import { toast } from '../../../ui/toast.ts';

interface FinishModalProps {
  submissionId: string;
  refetch: () => Promise<void>;
  onClose: () => void;
  onEnded: () => void;
}

const Fields = z.strictObject({ note: freeText(TEXTAREA_MAX_LENGTH) });

export function FinishModal({ submissionId: id, refetch, onClose, onEnded }: FinishModalProps) {
  const draft = useDraftForm(Fields, { defaultValues: { note: '' } });
  const sending = useSubmit(
    draft,
    async (body) => {
      await callProject(finishSubmission, { params: { id }, body });
      await refetch();
      onEnded();
      toast.success(words.titles.SUBMITTED);
    },
    () => {
      void refetch();
      return false;
    },
  );
  return (
    <FormModal
      title={words.noCode}
      lead={<p>{words.noCodeText}</p>}
      save={words.finish}
      keep={words.close}
      isValid={draft.isValid}
      {...{ sending, onClose }}
    >
      <TextArea
        label={words.whatHappened}
        isOptional
        rows={3}
        maxCharacters={TEXTAREA_MAX_LENGTH}
        {...draft.field('note')}
      />
    </FormModal>
  );
}
