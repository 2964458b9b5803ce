import { cedis } from '@app/words/cedis.ts';
import { ussdWords as words } from '@app/words/ussd.ts';
import type { ReplyOf } from '@app/contracts/endpoint.ts';
import type { Role } from '@app/contracts/enumerations.ts';
import type { readNextMeeting } from '@app/contracts/project/next-meeting.ts';
import type { readOwnSums } from '@app/contracts/payment/people.ts';
import { toGsm7 } from '../gsm7.ts';
import { formatShortly } from '../texts/sending-hours.ts';

export interface ScreenData {
  role?: Role;
  meeting?: NonNullable<ReplyOf<typeof readNextMeeting>['meeting']>;
  surveyUntil?: string;
  money?: ReplyOf<typeof readOwnSums>;
  isOn?: boolean;
  minutes?: number;
}

const CLOSING_SCREENS = {
  NO_MEETING: (shown) => surveyText(shown) || words.noMeeting,
  MEETING_STARTED: ({ meeting, ...shown }) =>
    joinLines(words.startedMeeting(meetingTimeText(meeting)), surveyText(shown), proofWordsText(meeting)),
  CONFIRMED: ({ meeting }) => words.confirmed(meetingTimeText(meeting)),
  CANCELLED: ({ meeting }) =>
    joinLines(
      words.bookingCancelled(meetingTimeText(meeting)),
      meeting?.canChooseAgain !== false && words.chooseAnother,
    ),
  CHANGED: () => words.changed,
  MUST_AGREE: () => words.mustAgree,
  MONEY: ({ money }) => joinLines(moneyText(money), moneyHoldText(money)),
  CODE_SENT: () => words.codeSent,
  CODE_LATER: ({ minutes = 1 }) => words.codeLater(minutes),
  TURNED: ({ isOn }) => words.turned[isOn === true ? 'on' : 'off'],
  UNCHANGED: () => words.unchanged,
  AGAIN: () => words.again,
  FAILED: () => words.failed,
  TOO_OFTEN: () => words.tooOften,
} satisfies Record<string, (shown: ScreenData) => string>;

const OPEN_SCREENS = {
  MENU: { text: () => words.menu, keys: ({ role }) => (role === 'PARTICIPANT' ? '1234' : '34') },
  MEETING: {
    text: ({ meeting, ...shown }) =>
      joinLines(
        words[meeting?.isConfirmed === true ? 'confirmedMeeting' : 'meeting'](meetingTimeText(meeting)),
        meeting?.isPlaceChanged === true ? words.placeChanged : surveyText(shown),
        proofWordsText(meeting),
      ),
    keys: ({ meeting }) => (meeting?.isConfirmed === true ? '6' : '56'),
  },
  CANCEL: {
    text: ({ meeting }) =>
      joinLines(
        words.cancelMeeting(meetingTimeText(meeting)),
        meeting?.canChooseAgain === false && words.cancelLast,
        meeting?.isLate === true && words.cancelLate,
      ),
    keys: () => '70',
  },
  CODE: { text: () => words.code, keys: () => '80' },
  TEXTS: { text: ({ isOn }) => words.notifications[isOn === true ? 'on' : 'off'], keys: () => '90' },
} satisfies Record<string, { text: (shown: ScreenData) => string; keys: (shown: ScreenData) => string }>;

export type OpenScreen = keyof typeof OPEN_SCREENS;
export type ScreenName = OpenScreen | keyof typeof CLOSING_SCREENS;

export interface Screen {
  text: string;
  isLast: boolean;
}

const isOpen = (name: ScreenName): name is OpenScreen => name in OPEN_SCREENS;
const joinLines = (...parts: (string | false)[]) => parts.filter(Boolean).join('\n');
const surveyText = ({ surveyUntil }: ScreenData) =>
  surveyUntil !== undefined && words.survey(formatShortly(surveyUntil));
const meetingTimeText = (meeting: ScreenData['meeting']) => (meeting ? formatShortly(meeting.startsAt) : '');
const proofWordsText = (meeting: ScreenData['meeting']) =>
  meeting?.proofWords ? words.proofWords(meeting.proofWords.first, meeting.proofWords.second) : false;
const moneyText = (money: ScreenData['money']) =>
  words.money(cedis(money?.paidInPesewas ?? 0), cedis(money?.payableInPesewas ?? 0));

/** The screen is small. So what the person must do comes before how long the person must wait. */
function moneyHoldText(money: ScreenData['money']): string | false {
  if (money?.needsThem) return words.moneyNeedsYou;
  if (money?.heldUntil !== undefined) return words.moneyHeld(formatShortly(money.heldUntil));
  return money?.asksAboutNumber === true && money.payableInPesewas > 0 && words.moneyAsks;
}

export const keysOn = (name: ScreenName, shown: ScreenData): string =>
  isOpen(name) ? OPEN_SCREENS[name].keys(shown) : '';

/** Uses only GSM-7 characters, which every phone can show. */
export function renderScreen(name: ScreenName, shown: ScreenData): Screen {
  if (!isOpen(name)) return { text: foldScreen(CLOSING_SCREENS[name](shown)), isLast: true };
  const keys = [...OPEN_SCREENS[name].keys(shown)].map((key) =>
    keyText(key as keyof typeof words.keys, shown),
  );
  return { text: foldScreen([OPEN_SCREENS[name].text(shown), ...keys].join('\n')), isLast: false };
}

function keyText(key: keyof typeof words.keys, { isOn }: ScreenData): string {
  return key === '9' ? words.keys[key][isOn === true ? 'off' : 'on'] : words.keys[key];
}

export const renderUnknownCaller = (host: string): Screen => ({
  text: foldScreen(words.nobody(host)),
  isLast: true,
});

const foldScreen = (text: string) => toGsm7(text) ?? text;
