import {
  REPORT_MAX_LENGTH,
  REPORT_REASONS,
  StudyReport,
  reportStudy,
} from '@app/contracts/project/reports.ts';
import { reportWords as words } from '@app/words/reports.ts';
import { callProject } from '../api/call.ts';
import { FormModal } from '../forms/form-modal.tsx';
import { useSubmit, useDraftForm } from '../forms/form.tsx';
import { RadioCards } from '../ui/choice-group.tsx';
import { TextArea } from '../ui/text-input.tsx';
import { toast } from '../ui/toast.ts';

interface ReportStudyModalProps {
  studyId: string;
  publicName: string;
  onClose: () => void;
  onSent: () => void;
}

const reasons = REPORT_REASONS.map((value) => ({ value, label: words.reasons[value] }));

export function ReportStudyModal({ studyId, publicName, onClose, onSent }: ReportStudyModalProps) {
  const draft = useDraftForm(StudyReport, { defaultValues: { reason: undefined, text: '' } });
  const sending = useSubmit(draft, async (body) => {
    await callProject(reportStudy, { params: { id: studyId }, body });
    onClose();
    onSent();
    toast.success(words.sent);
  });
  return (
    <FormModal
      title={words.title}
      lead={
        <>
          <p>{words.lead(publicName)}</p>
          <p className="mt-2">{words.after}</p>
        </>
      }
      save={words.send}
      keep={words.cancel}
      isValid={draft.isValid}
      {...{ sending, onClose }}
    >
      <RadioCards label={words.reason} options={reasons} {...draft.field('reason')} />
      <TextArea label={words.text} rows={4} maxCharacters={REPORT_MAX_LENGTH} {...draft.field('text')} />
    </FormModal>
  );
}
