import * as z from 'zod/mini';
import { oneOf } from '../text.ts';
import { CHOOSING } from './meeting-choices.ts';
import { Quotas } from './quotas.ts';
import { FutureDay, numberOfPlaces, quotasAddUp } from './studies.ts';
import { Survey } from './survey.ts';

/** An online study has no times. People can start its survey until the end of this day. */
export const OnlineStudyPublish = z
  .strictObject({
    mode: z.literal('ONLINE'),
    survey: Survey,
    closesOn: FutureDay,
    desiredNumberOfParticipants: numberOfPlaces(),
    choosing: z._default(oneOf(CHOOSING), 'AT_ONCE'),
    isListed: z.optional(z.boolean()),
    quotas: z.optional(Quotas),
  })
  .check(quotasAddUp);
export type OnlineStudyPublish = z.infer<typeof OnlineStudyPublish>;
