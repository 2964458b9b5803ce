import * as z from 'zod/mini';
import { rule } from '../rule.ts';
import { INPUT_MAX_LENGTH, TEXTAREA_MAX_LENGTH, freeText, webAddress, oneOf } from '../text.ts';
import {
  BUFFERS_IN_MINUTES,
  CHOOSING,
  MAX_NOTICE_HOURS,
  MAX_SEATS,
  MEETING_DEFAULTS,
  MEETING_WAYS,
} from './meeting-choices.ts';
import { SlotId } from './slot-id.ts';

/** Accepts "GA-183-8164" with any signs between its parts. We do not check whether the address exists. */
const DigitalAddress = z.string().check(
  z.maxLength(30, { error: rule('digitalAddress'), abort: true }),
  z.overwrite((text) =>
    text
      .toUpperCase()
      .replaceAll(/[\s\p{Dash}\p{Cf}]+/gu, '-')
      .replaceAll(/^-|-$/g, '')
      .replace(/^([A-Z][A-Z\d])-?(\d{3,5})-?(\d{4})$/, '$1-$2-$3'),
  ),
  z.regex(/^[A-Z][A-Z\d]-\d{3,5}-\d{3,5}$/, rule('digitalAddress')),
);

/** Each slot gets a random name here, so that two meetings in a row use two rooms. */
export const ROOM_PLACEHOLDER = '{{MEETING}}';

/** Only people with a booking see the link or address. */
export const MeetingDetails = z.strictObject({
  link: z.optional(
    webAddress(rule('linkAlone')).check(
      z.refine((text) => text.startsWith('https://'), rule('meetingLink')),
      // The parser has encoded braces in a path.
      z.overwrite((text) => text.replaceAll(/%7B%7B(.*?)%7D%7D/gi, '{{$1}}')),
      z.refine(
        (text) => !text.replaceAll(ROOM_PLACEHOLDER, '').includes('{{'),
        rule('unknownPlaceholder MEETING'),
      ),
    ),
  ),
  place: z.optional(freeText(TEXTAREA_MAX_LENGTH)),
  landmark: z.optional(freeText(TEXTAREA_MAX_LENGTH)),
  digitalAddress: z.optional(DigitalAddress),
  bring: z.optional(freeText(TEXTAREA_MAX_LENGTH)),
  language: z.optional(freeText(INPUT_MAX_LENGTH)),
});
export type MeetingDetails = z.infer<typeof MeetingDetails>;

// @__NO_SIDE_EFFECTS__
function hours() {
  return z
    .int({ error: rule('wholeNumber') })
    .check(z.minimum(0, rule('min 0')), z.maximum(MAX_NOTICE_HOURS, rule(`max ${MAX_NOTICE_HOURS}`)));
}

/** With this limit, a publish request is at most 96 KiB. */
const MAX_WITHOUT = 1000;

export const meetingFields = {
  meetingWay: z.optional(oneOf(MEETING_WAYS)),
  meetingDetails: z.optional(MeetingDetails),
  seatsPerSlot: z.optional(
    z
      .int({ error: rule('wholeNumber') })
      .check(z.minimum(1, rule('min 1')), z.maximum(MAX_SEATS, rule(`max ${MAX_SEATS}`))),
  ),
  choosing: z.optional(oneOf(CHOOSING)),
  leadHours: z.optional(hours()),
  /** A change later than this before the meeting counts as late. */
  noticeHours: z.optional(hours()),
  bufferMinutes: z.optional(z.literal(BUFFERS_IN_MINUTES, { error: rule('notAnOption') })),
  withoutTimes: z.optional(z.array(SlotId).check(z.maxLength(MAX_WITHOUT, rule(`tooMany ${MAX_WITHOUT}`)))),
};

interface MeetingInput {
  meetingWay?: unknown;
  meetingDetails?: MeetingDetails | undefined;
}
const isFilled = (text: string | undefined) => text !== undefined && text.trim() !== '';

export const REQUIRED_DETAILS = [
  { way: 'VIDEO', field: 'link', rule: 'meetingLink' },
  { way: 'IN_PERSON', field: 'place', rule: 'meetingPlace' },
  { way: 'IN_PERSON', field: 'landmark', rule: 'meetingLandmark' },
] as const;

export const isDetailGiven = (
  { way, field }: Pick<(typeof REQUIRED_DETAILS)[number], 'way' | 'field'>,
  { meetingWay, meetingDetails }: MeetingInput,
) => meetingWay !== way || isFilled(meetingDetails?.[field]);

export const meetingReplyFields = {
  meetingWay: z.enum(MEETING_WAYS),
  seatsPerSlot: z.int(),
  choosing: z.enum(CHOOSING),
  leadHours: z.int(),
  noticeHours: z.int(),
};

export interface MeetingPlan {
  meetingWay: (typeof MEETING_WAYS)[number];
  meetingDetails: MeetingDetails;
  seatsPerSlot: number;
  choosing: (typeof CHOOSING)[number];
  leadHours: number;
  noticeHours: number;
  bufferMinutes: number;
  withoutTimes?: string[] | undefined;
}

export function withMeetingDefaults(plan: {
  [Field in keyof MeetingPlan]?: MeetingPlan[Field] | undefined;
}): MeetingPlan {
  const given = Object.fromEntries(Object.entries(plan).filter(([, value]) => value !== undefined));
  return { ...MEETING_DEFAULTS, ...(given as Partial<MeetingPlan>) };
}
