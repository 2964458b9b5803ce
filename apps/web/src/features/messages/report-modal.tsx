import {
  MESSAGE_REPORT_MAX_LENGTH,
  MESSAGE_REPORT_REASONS,
  type Message,
  reportMessage,
} from '@app/contracts/project/messages.ts';
import { countCharacters } from '@app/contracts/text.ts';
import { messageWords as words } from '@app/words/messages.ts';
import { fieldValidation } from '@app/words/field-validation.ts';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import { callProject } from '../../api/call.ts';
import { messageKeys } from '../../api/keys.ts';
import { useSingleCall } from '../../api/use-single-call.ts';
import { Button } from '../../ui/button.tsx';
import { RadioCards } from '../../ui/choice-group.tsx';
import { Modal } from '../../ui/modal.tsx';
import { TextArea } from '../../ui/text-input.tsx';
import { toast } from '../../ui/toast.ts';

const reasons = MESSAGE_REPORT_REASONS.map((value) => ({ value, label: words.reportReasons[value] }));

/** What is wrong with one message. */
export function ReportModal({
  applicationId,
  message: { number, text: reported },
  onClose,
}: {
  applicationId: string;
  message: Message;
  onClose: () => void;
}) {
  const client = useQueryClient();
  const formId = useId();
  const [chosen, setChosen] = useState<string | null>(null);
  const [text, setText] = useState('');
  const [isAsked, setIsAsked] = useState(false);
  const reason = MESSAGE_REPORT_REASONS.find((known) => known === chosen);
  const isTooLong = countCharacters(text) > MESSAGE_REPORT_MAX_LENGTH;
  const report = useSingleCall<unknown>(['report-message', applicationId, number], {
    mutationFn: () =>
      callProject(reportMessage, {
        params: { applicationId },
        body: { number, reason: reason ?? 'OTHER', text },
      }),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: messageKeys.all() });
      onClose();
      toast.success(words.reported);
    },
  });
  function send(event: FormEvent) {
    event.preventDefault();
    setIsAsked(true);
    if (reason !== undefined && !isTooLong) report.mutate();
  }
  return (
    <Modal
      isOpen
      onClose={onClose}
      title={words.reportTitle}
      actions={
        <Button type="submit" form={formId} isBusy={report.isPending}>
          {words.reportSend}
        </Button>
      }
      keep={words.cancel}
    >
      <p>{words.reportLead}</p>
      <p className="mt-2 truncate rounded-control bg-sunken px-4 py-3">{reported}</p>
      <form id={formId} noValidate onSubmit={send} className="mt-4 flex flex-col gap-4 text-cocoa">
        <RadioCards
          label={words.reportReason}
          name="reason"
          options={reasons}
          chosen={chosen}
          onChange={({ target }) => setChosen(target.value)}
          error={isAsked && reason === undefined ? fieldValidation.notAnOption : undefined}
        />
        <TextArea
          label={words.reportText}
          isOptional
          rows={3}
          maxCharacters={MESSAGE_REPORT_MAX_LENGTH}
          value={text}
          onChange={({ target }) => setText(target.value)}
          error={isTooLong ? fieldValidation.maxLength(MESSAGE_REPORT_MAX_LENGTH) : undefined}
        />
      </form>
    </Modal>
  );
}
