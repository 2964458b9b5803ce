import type { PageSlice } from '@app/contracts/endpoint.ts';
import type { Paging } from '@app/contracts/paging.ts';
import type { StudyCard } from '@app/contracts/project/browsing.ts';
import type { Deps } from '../deps.ts';
import { ageOf } from '../people/facts.ts';
import { listOpenStudies } from './queries.ts';

/** Before the set-up nothing can fit: the page is empty, and the screen says what to do. */
export async function browseStudies(
  { db, readFacts, openStudyCounts }: Pick<Deps, 'db' | 'readFacts' | 'openStudyCounts'>,
  applicantId: string,
  { page, size }: Paging,
): Promise<PageSlice<StudyCard>> {
  const facts = await readFacts(applicantId);
  if (!facts) return { content: [], totalElements: 0, size, number: page };
  const { genderBit, educationBit, incomeBit, deviceBits } = facts;
  const signature = { age: ageOf(facts), genderBit, educationBit, incomeBit, deviceBits };
  const { content, appliedCount } = await listOpenStudies(db, signature, { applicantId, page, size });

  const seen = page * size + content.length;
  // A page that is not full is the last one, and tells the total by itself.
  const isLast = content.length < size && (content.length > 0 || page === 0);
  const totalElements = isLast ? seen : (await openStudyCounts.count(signature)) - appliedCount;
  return {
    content,
    // The kept count may be some seconds behind the page.
    totalElements: Math.max(totalElements, content.length > 0 ? seen : 0),
    size,
    number: page,
  };
}
