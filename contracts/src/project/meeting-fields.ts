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

/** Two characters, and two groups of digits: "GA-183-8164", however the signs between them are typed. It is not looked up. */
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

/** Link or place are for those alone who have booked; what to bring and the language are for everybody. */
export const MeetingDetails = z.strictObject({
  link: z.optional(
    webAddress(rule('linkAlone')).check(z.refine((text) => text.startsWith('https://'), rule('meetingLink'))),
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

/** The most single times that are taken out of single days in one publish, which must pass in a request of 96 KiB. */
const MAX_WITHOUT = 1000;

/** What publishing says of meetings. Without a field its default counts. */
export const meetingFields = {
  meetingWay: z.optional(oneOf(MEETING_WAYS)),
  meetingDetails: z.optional(MeetingDetails),
  seatsPerSlot: z.optional(
    z
      .int({ error: rule('wholeNumber') })
      .check(z.minimum(1, rule('min 1')), z.maximum(MAX_SEATS, rule(`max ${MAX_SEATS}`))),
  ),
  choosing: z.optional(oneOf(CHOOSING)),
  /** How soon before a time it can still be taken. */
  leadHours: z.optional(hours()),
  /** Until how long before a time it can be moved or given back freely. */
  noticeHours: z.optional(hours()),
  bufferMinutes: z.optional(z.literal(BUFFERS_IN_MINUTES, { error: rule('notAnOption') })),
  /** Single times that are taken out of single days. */
  withoutTimes: z.optional(z.array(SlotId).check(z.maxLength(MAX_WITHOUT, rule(`tooMany ${MAX_WITHOUT}`)))),
};

interface Given {
  meetingWay?: unknown;
  meetingDetails?: MeetingDetails | undefined;
}
const isFilled = (text: string | undefined) => text !== undefined && text.trim() !== '';

/** Each way to meet needs to be found: a link, or a place with a landmark. */
export const isLinkGiven = ({ meetingWay, meetingDetails }: Given) =>
  meetingWay !== 'VIDEO' || isFilled(meetingDetails?.link);
export const isPlaceGiven = ({ meetingWay, meetingDetails }: Given) =>
  meetingWay !== 'IN_PERSON' || isFilled(meetingDetails?.place);
export const isLandmarkGiven = ({ meetingWay, meetingDetails }: Given) =>
  meetingWay !== 'IN_PERSON' || isFilled(meetingDetails?.landmark);

/** What a study says of its meetings to everybody who sees it. */
export const meetingFacts = {
  meetingWay: z.enum(MEETING_WAYS),
  seatsPerSlot: z.int(),
  choosing: z.enum(CHOOSING),
  leadHours: z.int(),
  noticeHours: z.int(),
};

/** What publishing says of meetings, once nothing of it is left out. */
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

/** With the defaults in the places of what was left out. */
export function withMeetingDefaults(plan: {
  [Field in keyof MeetingPlan]?: MeetingPlan[Field] | undefined;
}): MeetingPlan {
  const given = Object.fromEntries(Object.entries(plan).filter(([, value]) => value !== undefined));
  return { ...MEETING_DEFAULTS, ...(given as Partial<MeetingPlan>) };
}
