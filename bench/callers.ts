import { seeded } from '@app/demo/seeded-random.ts';
import { createTokenSigner } from '../services/identity/src/tokens.ts';
import { openServiceKeys } from '../test/support/secrets.ts';
import type { Bench } from './product.ts';
import { RESEARCHER_ID, activePeople } from './seed.ts';

const TOKEN_MINUTES = 60;

const random = seeded(1);
export const below = (most: number) => Math.floor(random() * most);
export const someone = () => activePeople[below(activePeople.length)] ?? '';

export interface Callers {
  researcher: Record<string, string>;
  /** Returns the headers of an active participant. */
  participant(personId: string): Record<string, string>;
  /** Returns the headers of one of the given people or researchers. */
  anybody(personId: string): Record<string, string>;
}

/** Signs the headers of all callers before the load begins. */
export async function signCallers(
  { secrets }: Bench,
  people: readonly string[] = activePeople,
  researchers: readonly string[] = [],
): Promise<Callers> {
  const signer = createTokenSigner(await openServiceKeys('identity', secrets), TOKEN_MINUTES);
  const headersOf = async (userId: string, role: 'PARTICIPANT' | 'RESEARCHER') => ({
    authorization: `Bearer ${await signer.sign({ userId, role, sessionId: userId })}`,
  });
  const allOf = async (ids: readonly string[], role: 'PARTICIPANT' | 'RESEARCHER') =>
    new Map(await Promise.all(ids.map(async (id) => [id, await headersOf(id, role)] as const)));
  const participants = await allOf(people, 'PARTICIPANT');
  const others = await allOf(researchers, 'RESEARCHER');
  return {
    researcher: await headersOf(RESEARCHER_ID, 'RESEARCHER'),
    participant: (id) => participants.get(id) ?? {},
    anybody: (id) => participants.get(id) ?? others.get(id) ?? {},
  };
}
