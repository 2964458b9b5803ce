import type { PageSlice, QueryOf } from '@app/contracts/endpoint.ts';
import { DEVICE_REQUIREMENTS, DURATIONS_IN_MINUTES } from '@app/contracts/enumerations.ts';
import type { StudyCard, browseStudies as endpoint } from '@app/contracts/project/browsing.ts';
import { bitsOf } from '@app/kit/bits.ts';
import type { Deps } from '../deps.ts';
import { ageOf } from '../facts/facts.ts';
import type { Facts, KnownFacts } from '../schema.ts';
import {
  type Narrowing,
  type Signature,
  countOpenStudies,
  listOpenStudies,
  listUnmatched,
} from './queries.ts';

type Query = QueryOf<typeof endpoint>;

export async function browseStudies(
  { reader: db, readFacts, openStudyCounts }: Pick<Deps, 'reader' | 'readFacts' | 'openStudyCounts'>,
  applicantId: string,
  query: Query,
): Promise<PageSlice<StudyCard>> {
  const { page, size, publishedUntil } = query;
  const facts = await readFacts(applicantId);
  const nothing = { content: [], totalElements: 0, size, number: page };
  if (facts === 'MATCHING_WITHDRAWN') return nothing;
  if (facts === 'PROFILE_MISSING') {
    const { content, openCount } = await listUnmatched(db, narrowingOf(query), query);
    return { content, totalElements: openCount, size, number: page };
  }
  const signature = signatureOf(facts, query);
  // Nothing can fit without a device; the screen says what to do.
  if ([signature, ...signature.former].every(({ deviceBits }) => !deviceBits)) return nothing;
  const { content, leftOutCount } = await listOpenStudies(db, signature, {
    applicantId,
    page,
    size,
    publishedUntil,
  });

  const seen = page * size + content.length;
  // A page that is not full is the last one, and gives the total by itself.
  const isLast = content.length < size && (content.length > 0 || page === 0);
  const count = () =>
    signature.former.length > 0 ? countOpenStudies(db, signature) : openStudyCounts.count(signature);
  const totalElements = isLast ? seen : (await count()) - leftOutCount;
  return {
    content,
    // The kept count may be some seconds behind the page.
    totalElements: Math.max(totalElements, content.length > 0 ? seen : 0),
    size,
    number: page,
  };
}

const narrowingOf = ({ device, maxDurationInMinutes, pay }: Query): Narrowing => ({
  deviceBits: bitsOf(DEVICE_REQUIREMENTS, device ? [device] : DEVICE_REQUIREMENTS),
  maxDurationInMinutes: Number(maxDurationInMinutes ?? Math.max(...DURATIONS_IN_MINUTES)),
  pay: pay ?? 'ANY',
});

function signatureOf({ former, ...facts }: KnownFacts, query: Query): Signature {
  const { deviceBits, maxDurationInMinutes, pay } = narrowingOf(query);
  const askedOf = ({ genderBit, educationBit, incomeBit, furtherBits, ...rest }: Facts) => ({
    age: ageOf(rest),
    genderBit,
    educationBit,
    incomeBit,
    furtherBits,
    deviceBits: rest.deviceBits & deviceBits,
  });
  return {
    ...askedOf(facts),
    maxDurationInMinutes,
    pay,
    former: former.map((before) => ({ ...askedOf(before), until: before.until })),
  };
}
