import { mayHoldContact } from '@app/contracts/contact-in-text.ts';
import { mayAskForMoney } from '@app/contracts/project/money-in-text.ts';
import type { Message } from '@app/contracts/project/messages.ts';
import { messageWords as words } from '@app/words/messages.ts';
import { timeAgo } from '../../format/dates.ts';
import { Button } from '../../ui/button.tsx';
import { longDate } from '@app/words/days.ts';

interface BubbleProps {
  message: Message;
  isOwn: boolean;
  who: string;
  isFirst: boolean;
  onReport: (message: Message) => void;
}

function messageCaution({ text, isReported }: Message, isFirst: boolean): string | undefined {
  if (isReported) return words.youReported;
  if (mayAskForMoney(text)) return words.cautionMoney;
  return isFirst && mayHoldContact(text) ? words.cautionToReader : undefined;
}

export function Bubble({ message, isOwn, who, isFirst, onReport }: BubbleProps) {
  const { text, sentAt, isReported = false } = message;
  const caution = isOwn ? undefined : messageCaution(message, isFirst);
  return (
    <li
      className={isOwn ? 'rounded-card bg-green-tint px-4 py-3' : 'rounded-card bg-sunken px-4 py-3'}
      style={{ [isOwn ? 'marginLeft' : 'marginRight']: 'auto', maxWidth: '85%' }}
    >
      <p className="text-sm text-cocoa-2">
        <span className="font-semibold text-cocoa">{isOwn ? words.you : who}</span>{' '}
        <time dateTime={sentAt} title={longDate(sentAt)}>
          {timeAgo(sentAt)}
        </time>
      </p>
      <p className="mt-1 whitespace-pre-line wrap-anywhere">{text}</p>
      {caution && <p className="mt-2 rounded-control bg-gold-tint px-4 py-3 text-sm">{caution}</p>}
      {!isOwn && !isReported && (
        <Button
          variant="plain"
          size="small"
          className="-ml-4.25 text-cocoa-2"
          aria-label={words.reportMessageLabel(text)}
          onClick={() => onReport(message)}
        >
          {words.report}
        </Button>
      )}
    </li>
  );
}
