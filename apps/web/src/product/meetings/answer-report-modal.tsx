import type { ResearcherBooking } from '@app/contracts/project/bookings.ts';
import { answerReport } from '@app/contracts/project/disputes.ts';
import { TEXTAREA_MAX_LENGTH, requiredText } from '@app/contracts/text.ts';
import { researcherMeetingWords as words } from '@app/words/researcher-meetings.ts';
import { useQueryClient } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { callProject } from '../../api/call.ts';
import { meetingKeys } from '../../api/keys.ts';
import '../../forms/all-rules.ts';
import { FormModal } from '../../forms/form-modal.tsx';
import { useDraftForm, useSubmit } from '../../forms/form.tsx';
import { TextArea } from '../../ui/text-input.tsx';
import { toast } from '../../ui/toast.ts';

const Answer = z.object({ text: requiredText(TEXTAREA_MAX_LENGTH) });

interface AnswerReportModalProps {
  booking: Pick<ResearcherBooking, 'id' | 'answer'>;
  onClose: () => void;
}

export function AnswerReportModal({ booking: { id, answer }, onClose }: AnswerReportModalProps) {
  const client = useQueryClient();
  const draft = useDraftForm(Answer, { defaultValues: { text: answer ?? '' } });
  const sending = useSubmit(draft, async (body) => {
    await callProject(answerReport, { params: { id }, body });
    await client.invalidateQueries({ queryKey: meetingKeys.all() });
    onClose();
    toast.success(words.answered);
  });
  return (
    <FormModal
      title={words.answerTitle}
      lead={<p>{words.answerText}</p>}
      save={words.answerSend}
      keep={words.answerKeep}
      isValid={draft.isValid}
      {...{ sending, onClose }}
    >
      <TextArea
        label={words.answerField}
        rows={4}
        maxCharacters={TEXTAREA_MAX_LENGTH}
        {...draft.field('text')}
      />
    </FormModal>
  );
}
