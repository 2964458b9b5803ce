import { researcherMeetingWords as words } from '@app/words/researcher-meetings.ts';
import { onlineManager, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef } from 'react';
import { failureMessage } from '../../api/failure.ts';
import { meetingKeys } from '../../api/keys.ts';
import { toast } from '../../ui/toast.ts';
import { useAttempts } from '../submissions/kept-codes.ts';
import { isRefusedCheckIn, keptWord, sendCheckIn } from './kept-check-ins.ts';

interface KeptCheckInProps {
  bookingId: string;
  name: string;
  onChecked: () => void;
}

/** Sends the word as soon as there is a connection. */
export function KeptCheckIn({ bookingId, name, onChecked }: KeptCheckInProps) {
  const client = useQueryClient();
  const isSending = useRef(false);
  async function send(): Promise<void> {
    const word = keptWord(bookingId);
    if (word === undefined || isSending.current || !onlineManager.isOnline()) return;
    isSending.current = true;
    try {
      await sendCheckIn(bookingId, word);
      toast.success(words.checkedLater(name));
    } catch (error) {
      if (!isRefusedCheckIn(error)) return;
      toast.error(words.refusedLater(name, failureMessage(error)));
    } finally {
      isSending.current = false;
    }
    await client.invalidateQueries({ queryKey: meetingKeys.all() });
    onChecked();
  }
  const sendAtOnce = useEffectEvent(() => void send());
  useEffect(() => sendAtOnce(), []);
  useAttempts(() => void send());
  return <p className="text-sm">{words.keptWord}</p>;
}
