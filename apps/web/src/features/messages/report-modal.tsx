import {
  MESSAGE_REPORT_MAX_LENGTH,
  MESSAGE_REPORT_REASONS,
  type Message,
  reportMessage,
} from '@app/contracts/project/messages.ts';
import { freeText, oneOf } from '@app/contracts/text.ts';
import { messageWords as words } from '@app/words/messages.ts';
import { useQueryClient } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { callProject } from '../../api/call.ts';
import { messageKeys } from '../../api/keys.ts';
import { FormModal } from '../../forms/form-modal.tsx';
import { useSubmit, useDraftForm } from '../../forms/form.tsx';
import { RadioCards } from '../../ui/choice-group.tsx';
import { TextArea } from '../../ui/text-input.tsx';
import { toast } from '../../ui/toast.ts';

const reasons = MESSAGE_REPORT_REASONS.map((value) => ({ value, label: words.reportReasons[value] }));

const Fields = z.strictObject({
  reason: oneOf(MESSAGE_REPORT_REASONS),
  text: freeText(MESSAGE_REPORT_MAX_LENGTH),
});

export function ReportMessageModal({
  applicationId,
  message: { number, text: reported },
  onClose,
}: {
  applicationId: string;
  message: Message;
  onClose: () => void;
}) {
  const client = useQueryClient();
  const draft = useDraftForm(Fields, { defaultValues: { reason: undefined, text: '' } });
  const sending = useSubmit(draft, async (given) => {
    await callProject(reportMessage, { params: { applicationId }, body: { number, ...given } });
    await client.invalidateQueries({ queryKey: messageKeys.all() });
    onClose();
    toast.success(words.reported);
  });
  return (
    <FormModal
      title={words.reportTitle}
      lead={
        <>
          <p>{words.reportLead}</p>
          <p className="mt-2 truncate rounded-control bg-sunken px-4 py-3">{reported}</p>
        </>
      }
      save={words.reportSend}
      keep={words.cancel}
      isValid={draft.isValid}
      {...{ sending, onClose }}
    >
      <RadioCards label={words.reportReason} options={reasons} {...draft.field('reason')} />
      <TextArea
        label={words.reportText}
        isOptional
        rows={3}
        maxCharacters={MESSAGE_REPORT_MAX_LENGTH}
        {...draft.field('text')}
      />
    </FormModal>
  );
}
