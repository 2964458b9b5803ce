import { ProofWord } from '@app/contracts/project/attendance.ts';
import type { ResearcherBooking } from '@app/contracts/project/bookings.ts';
import { fieldValidation } from '@app/words/field-validation.ts';
import { researcherMeetingWords as words } from '@app/words/researcher-meetings.ts';
import { useQueryClient } from '@tanstack/react-query';
import { ScanQrCode } from 'lucide-react';
import { useState } from 'react';
import * as z from 'zod/mini';
import { CallFailed } from '../../api/failure.ts';
import { meetingKeys } from '../../api/keys.ts';
import '../../forms/all-rules.ts';
import { FormModal } from '../../forms/form-modal.tsx';
import { useDraftForm, useSubmit } from '../../forms/form.tsx';
import { Button } from '../../ui/button.tsx';
import { TextInput } from '../../ui/text-input.tsx';
import { toast } from '../../ui/toast.ts';
import { findRefusal, sendCheckIn } from '../send-pending-call.ts';
import { Scanner, canScan } from './scanner.tsx';

const Fields = z.object({ word: ProofWord });

interface CheckInModalProps {
  booking: ResearcherBooking;
  name: string;
  onClose: () => void;
}

export function CheckInModal({ booking, name, onClose }: CheckInModalProps) {
  const { id: bookingId, firstWord, meetingWay } = booking;
  const client = useQueryClient();
  const [isScanning, setIsScanning] = useState(false);
  const draft = useDraftForm(Fields, { defaultValues: { word: '' } });
  const sending = useSubmit(
    draft,
    async ({ word }) => {
      await sendCheckIn({ kind: 'CHECK_IN', id: bookingId, word, name });
      await client.invalidateQueries({ queryKey: meetingKeys.all() });
      onClose();
      toast.success(words.marked.ATTENDED);
    },
    (error) => {
      if (findRefusal('CHECK_IN', error)) return false;
      onClose();
      return error instanceof CallFailed && error.kind === 'NETWORK';
    },
  );
  function enter(pair: string) {
    setIsScanning(false);
    if (!pair.startsWith(`${firstWord} `)) {
      draft.form.setError('word', { type: 'server', message: words.otherMeeting });
      return;
    }
    draft.form.setValue('word', pair, { shouldValidate: true });
    sending.submit();
  }
  const { error, ...field } = draft.field('word');
  // The button that scans takes the focus from the empty field.
  const missing = isScanning ? undefined : words.wordMissing;
  const isCall = meetingWay === 'PHONE';
  return (
    <FormModal
      title={words.wordTitle(name)}
      lead={<p>{(isCall ? words.wordByPhone : words.wordInSight)(firstWord ?? '')}</p>}
      save={words.checkIn}
      keep={words.keepPlace}
      isValid={draft.isValid}
      {...{ sending, onClose }}
    >
      <TextInput
        label={words.word}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        error={error === fieldValidation.valueRequired ? missing : error}
        {...field}
      />
      {!isCall && canScan() && (
        <Button variant="secondary" aria-expanded={isScanning} onClick={() => setIsScanning(!isScanning)}>
          <ScanQrCode aria-hidden="true" className="size-5" />
          {isScanning ? words.stopScan : words.scan}
        </Button>
      )}
      {isScanning && (
        <Scanner
          onRead={enter}
          onFailed={() => {
            setIsScanning(false);
            toast.error(words.scanFailed);
          }}
        />
      )}
    </FormModal>
  );
}
