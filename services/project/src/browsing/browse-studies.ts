import type { PageSlice, QueryOf } from '@app/contracts/endpoint.ts';
import { DEVICE_REQUIREMENTS, DURATIONS_IN_MINUTES } from '@app/contracts/enumerations.ts';
import type { StudyCard, browseStudies as endpoint } from '@app/contracts/project/browsing.ts';
import { bitsOf } from '@app/kit/bits.ts';
import type { Deps } from '../deps.ts';
import type { Facts } from '../people/facts.ts';
import { ageOf } from '../people/facts.ts';
import type { Signature } from './queries.ts';
import { listOpenStudies } from './queries.ts';

type Query = QueryOf<typeof endpoint>;

export async function browseStudies(
  { db, readFacts, openStudyCounts }: Pick<Deps, 'db' | 'readFacts' | 'openStudyCounts'>,
  applicantId: string,
  query: Query,
): Promise<PageSlice<StudyCard>> {
  const { page, size, publishedUntil } = query;
  const facts = await readFacts(applicantId);
  const signature = facts && signatureOf(facts, query);
  // Nothing can fit before the set-up, nor without a device; the screen says what to do.
  if (!signature?.deviceBits) return { content: [], totalElements: 0, size, number: page };
  const { content, leftOutCount } = await listOpenStudies(db, signature, {
    applicantId,
    page,
    size,
    publishedUntil,
  });

  const seen = page * size + content.length;
  // A page that is not full is the last one, and tells the total by itself.
  const isLast = content.length < size && (content.length > 0 || page === 0);
  const totalElements = isLast ? seen : (await openStudyCounts.count(signature)) - leftOutCount;
  return {
    content,
    // The kept count may be some seconds behind the page.
    totalElements: Math.max(totalElements, content.length > 0 ? seen : 0),
    size,
    number: page,
  };
}

function signatureOf(facts: Facts, { device, maxDurationInMinutes }: Query): Signature {
  const { genderBit, educationBit, incomeBit, deviceBits } = facts;
  return {
    age: ageOf(facts),
    genderBit,
    educationBit,
    incomeBit,
    deviceBits: device ? deviceBits & bitsOf(DEVICE_REQUIREMENTS, [device]) : deviceBits,
    maxDurationInMinutes: Number(maxDurationInMinutes ?? Math.max(...DURATIONS_IN_MINUTES)),
  };
}
