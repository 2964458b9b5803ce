import { createTokenSigner } from '../services/identity/src/tokens.ts';
import { keysOf } from '../test/secrets.ts';
import type { Bench } from './product.ts';
import { RESEARCHER_ID, activePeople } from './seed.ts';

const TOKEN_MINUTES = 60;

export const someone = () => activePeople[Math.floor(Math.random() * activePeople.length)] ?? '';

export interface Callers {
  researcher: Record<string, string>;
  /** The headers of one of the active people. */
  participant(personId: string): Record<string, string>;
}

/** Headers of everybody who asks, signed before the load begins. */
export async function signCallers(
  { secrets }: Bench,
  people: readonly string[] = activePeople,
): Promise<Callers> {
  const signer = createTokenSigner(await keysOf('identity', secrets), TOKEN_MINUTES);
  const headersOf = async (userId: string, role: 'PARTICIPANT' | 'RESEARCHER') => ({
    authorization: `Bearer ${await signer.sign({ userId, role, sessionId: userId })}`,
  });
  const participants = new Map(
    await Promise.all(people.map(async (id) => [id, await headersOf(id, 'PARTICIPANT')] as const)),
  );
  return {
    researcher: await headersOf(RESEARCHER_ID, 'RESEARCHER'),
    participant: (id) => participants.get(id) ?? {},
  };
}
