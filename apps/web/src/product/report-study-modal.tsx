import {
  REPORT_MAX_LENGTH,
  REPORT_REASONS,
  StudyReport,
  reportStudy,
} from '@app/contracts/project/reports.ts';
import { countCharacters } from '@app/contracts/text.ts';
import { reportWords as words } from '@app/words/report-study.ts';
import { fieldValidation } from '@app/words/field-validation.ts';
import { type FormEvent, useId, useState } from 'react';
import { callProject } from '../api/call.ts';
import { useSingleCall } from '../api/use-single-call.ts';
import { Button } from '../ui/button.tsx';
import { RadioCards } from '../ui/choice-group.tsx';
import { Modal } from '../ui/modal.tsx';
import { TextArea } from '../ui/text-input.tsx';
import { toast } from '../ui/toast.ts';

interface ReportStudyModalProps {
  studyId: string;
  publicName: string;
  onClose: () => void;
  onSent: () => void;
}

const reasons = REPORT_REASONS.map((value) => ({ value, label: words.reasons[value] }));

/** What is wrong, and what happened. */
export function ReportStudyModal({ studyId, publicName, onClose, onSent }: ReportStudyModalProps) {
  const formId = useId();
  const [reason, setReason] = useState<string | null>(null);
  const [text, setText] = useState('');
  const [isAsked, setIsAsked] = useState(false);
  const isTooLong = countCharacters(text) > REPORT_MAX_LENGTH;
  const report = useSingleCall<unknown>(['report-study', studyId], {
    mutationFn: () =>
      callProject(reportStudy, { params: { id: studyId }, body: StudyReport.parse({ reason, text }) }),
    onSuccess: () => {
      onClose();
      onSent();
      toast.success(words.sent);
    },
  });
  function send(event: FormEvent) {
    event.preventDefault();
    setIsAsked(true);
    if (StudyReport.safeParse({ reason, text }).success) report.mutate();
  }
  const missing = isAsked && text.trim() === '' ? fieldValidation.valueRequired : undefined;
  return (
    <Modal
      isOpen
      onClose={onClose}
      title={words.title}
      actions={
        <Button type="submit" form={formId} isBusy={report.isPending}>
          {words.send}
        </Button>
      }
      keep={words.cancel}
    >
      <p>{words.lead(publicName)}</p>
      <p className="mt-2">{words.after}</p>
      <form id={formId} noValidate onSubmit={send} className="mt-4 flex flex-col gap-4 text-cocoa">
        <RadioCards
          label={words.reason}
          name="reason"
          options={reasons}
          chosen={reason}
          onChange={({ target }) => setReason(target.value)}
          error={isAsked && reason === null ? fieldValidation.notAnOption : undefined}
        />
        <TextArea
          label={words.text}
          rows={4}
          maxCharacters={REPORT_MAX_LENGTH}
          value={text}
          onChange={({ target }) => setText(target.value)}
          error={isTooLong ? fieldValidation.maxLength(REPORT_MAX_LENGTH) : missing}
        />
      </form>
    </Modal>
  );
}
