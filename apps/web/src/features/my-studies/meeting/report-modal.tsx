import type { OwnBooking } from '@app/contracts/project/bookings.ts';
import { reportMeeting } from '@app/contracts/project/disputes.ts';
import type { ReportKind } from '@app/contracts/project/meeting-choices.ts';
import { TEXTAREA_MAX_LENGTH, requiredText } from '@app/contracts/text.ts';
import { myStudiesMeetingWords as words } from '@app/words/my-studies-meetings.ts';
import { ownMeetingDialogWords as dialogs } from '@app/words/own-meeting-dialogs.ts';
import * as z from 'zod/mini';
import { callProject } from '../../../api/call.ts';
import { FormModal } from '../../../forms/form-modal.tsx';
import { useSubmit, useDraftForm } from '../../../forms/form.tsx';
import { TextArea } from '../../../ui/text-input.tsx';
import { toast } from '../../../ui/toast.ts';

interface ReportMeetingModalProps {
  booking: OwnBooking;
  kind: ReportKind;
  refetch: () => Promise<void>;
  onClose: () => void;
  onEnded: () => void;
}

const Fields = z.strictObject({ text: requiredText(TEXTAREA_MAX_LENGTH) });

export function ReportMeetingModal({
  booking: { id },
  kind,
  refetch,
  onClose,
  onEnded,
}: ReportMeetingModalProps) {
  const draft = useDraftForm(Fields, { defaultValues: { text: '' } });
  const sending = useSubmit(
    draft,
    async ({ text }) => {
      const { state } = await callProject(reportMeeting, { params: { id }, body: { kind, text } });
      await refetch();
      onEnded();
      // If the researcher's mark agrees with the report, there is no dispute.
      toast.success(state === 'TURNED_AWAY' ? words.counts : dialogs.reported);
    },
    () => {
      void refetch();
      return false;
    },
  );
  return (
    <FormModal
      title={dialogs.reportTitle[kind]}
      lead={<p>{dialogs.reportText[kind]}</p>}
      save={dialogs.send}
      keep={dialogs.close}
      isValid={draft.isValid}
      {...{ sending, onClose }}
    >
      <TextArea
        label={dialogs.story}
        hint={dialogs.storyHint}
        rows={4}
        maxCharacters={TEXTAREA_MAX_LENGTH}
        {...draft.field('text')}
      />
    </FormModal>
  );
}
