import { cedis } from '@app/words/cedis.ts';
import { ussdWords as words } from '@app/words/ussd.ts';
import type { ReplyOf } from '@app/contracts/endpoint.ts';
import type { Role } from '@app/contracts/enumerations.ts';
import type { readOwnSums } from '@app/contracts/payment/people.ts';
import { foldText } from '../texts/gsm7.ts';
import { sayShortly } from '../texts/hours.ts';

export interface Shown {
  role?: Role;
  meeting?: {
    id: string;
    sequence: number;
    startsAt: string;
    isConfirmed: boolean;
    isLate: boolean;
    canChooseAgain: boolean;
  };
  money?: ReplyOf<typeof readOwnSums>;
  isOn?: boolean;
  minutes?: number;
}

/** The phone keeps the last screen until the person closes it. */
const LAST = {
  NO_MEETING: () => words.noMeeting,
  CONFIRMED: ({ meeting }) => words.confirmed(whenOf(meeting)),
  GIVEN_BACK: ({ meeting }) =>
    lines(words.givenBack(whenOf(meeting)), meeting?.canChooseAgain !== false && words.chooseAnother),
  CHANGED: () => words.changed,
  MUST_AGREE: () => words.mustAgree,
  MONEY: ({ money }) => lines(sayMoney(money), whatHoldsIt(money)),
  CODE_SENT: () => words.codeSent,
  CODE_LATER: ({ minutes = 1 }) => words.codeLater(minutes),
  TURNED: ({ isOn }) => words.turned[isOn === true ? 'on' : 'off'],
  UNCHANGED: () => words.unchanged,
  AGAIN: () => words.again,
  FAILED: () => words.failed,
  TOO_OFTEN: () => words.tooOften,
} satisfies Record<string, (shown: Shown) => string>;

const OPEN = {
  MENU: { text: () => words.menu, keys: ({ role }) => (role === 'PARTICIPANT' ? '1234' : '34') },
  MEETING: {
    text: ({ meeting }) =>
      words[meeting?.isConfirmed === true ? 'confirmedMeeting' : 'meeting'](whenOf(meeting)),
    keys: ({ meeting }) => (meeting?.isConfirmed === true ? '6' : '56'),
  },
  GIVE_BACK: {
    text: ({ meeting }) =>
      lines(
        words.giveBack(whenOf(meeting)),
        meeting?.canChooseAgain === false && words.giveBackLast,
        meeting?.isLate === true && words.giveBackLate,
      ),
    keys: () => '70',
  },
  CODE: { text: () => words.code, keys: () => '80' },
  TEXTS: { text: ({ isOn }) => words.news[isOn === true ? 'on' : 'off'], keys: () => '90' },
} satisfies Record<string, { text: (shown: Shown) => string; keys: (shown: Shown) => string }>;

export type OpenScreen = keyof typeof OPEN;
export type ScreenName = OpenScreen | keyof typeof LAST;

export interface Screen {
  text: string;
  isLast: boolean;
}

const isOpen = (name: ScreenName): name is OpenScreen => name in OPEN;
const lines = (...parts: (string | false)[]) => parts.filter(Boolean).join('\n');
const whenOf = (meeting: Shown['meeting']) => (meeting ? sayShortly(meeting.startsAt) : '');
const sayMoney = (money: Shown['money']) =>
  words.money(cedis(money?.paidInPesewas ?? 0), cedis(money?.owedInPesewas ?? 0));

/** The screen is short, so actions come before waiting times. */
function whatHoldsIt(money: Shown['money']): string | false {
  if (money?.needsThem) return words.moneyNeedsYou;
  if (money?.heldUntil !== undefined) return words.moneyHeld(sayShortly(money.heldUntil));
  return money?.asksAboutNumber === true && money.owedInPesewas > 0 && words.moneyAsks;
}

export const keysOn = (name: ScreenName, shown: Shown): string =>
  isOpen(name) ? OPEN[name].keys(shown) : '';

/** GSM-7 is what every phone shows. */
export function sayScreen(name: ScreenName, shown: Shown): Screen {
  if (!isOpen(name)) return { text: fold(LAST[name](shown)), isLast: true };
  const keys = [...OPEN[name].keys(shown)].map((key) => sayKey(key as keyof typeof words.keys, shown));
  return { text: fold([OPEN[name].text(shown), ...keys].join('\n')), isLast: false };
}

function sayKey(key: keyof typeof words.keys, { isOn }: Shown): string {
  return key === '9' ? words.keys[key][isOn === true ? 'off' : 'on'] : words.keys[key];
}

export const sayNobody = (host: string): Screen => ({ text: fold(words.nobody(host)), isLast: true });

const fold = (text: string) => foldText(text) ?? text;
