import { type ResearcherBooking, answerReport } from '@app/contracts/project/bookings.ts';
import { TEXTAREA_MAX_LENGTH, requiredText } from '@app/contracts/text.ts';
import { researcherMeetingWords as words } from '@app/words/researcher-meetings.ts';
import { useQueryClient } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { callProject } from '../../api/call.ts';
import { meetingKeys } from '../../api/keys.ts';
import { useDraftForm, useSubmit } from '../../forms/form.tsx';
import { Button } from '../../ui/button.tsx';
import { Modal } from '../../ui/modal.tsx';
import { TextArea } from '../../ui/text-input.tsx';
import { toast } from '../../ui/toast.ts';

const Answer = z.object({ text: requiredText(TEXTAREA_MAX_LENGTH) });

interface AnswerModalProps {
  booking: Pick<ResearcherBooking, 'id' | 'answer'>;
  onClose: () => void;
}

/** The researcher's side of a meeting that its participant has reported. */
export function AnswerModal({ booking: { id, answer }, onClose }: AnswerModalProps) {
  const client = useQueryClient();
  const draft = useDraftForm(Answer, { defaultValues: { text: answer ?? '' } });
  const { submit, isPending } = useSubmit(draft, async (body) => {
    await callProject(answerReport, { params: { id }, body });
    await client.invalidateQueries({ queryKey: meetingKeys.all() });
    onClose();
    toast.success(words.answered);
  });
  return (
    <Modal
      isOpen
      onClose={onClose}
      title={words.answerTitle}
      actions={
        <Button isBusy={isPending} onClick={() => submit()}>
          {words.answerSend}
        </Button>
      }
      keep={words.answerKeep}
    >
      <p>{words.answerText}</p>
      <TextArea
        className="mt-4 text-cocoa"
        label={words.answerField}
        rows={4}
        maxCharacters={TEXTAREA_MAX_LENGTH}
        {...draft.field('text')}
      />
    </Modal>
  );
}
