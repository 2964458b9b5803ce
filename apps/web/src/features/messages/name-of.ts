import type { Role } from '@app/contracts/enumerations.ts';
import type { Thread } from '@app/contracts/project/messages.ts';
import { messageWords as words } from '@app/words/messages.ts';

type Named = Pick<Thread, 'participant' | 'companyName' | 'state'>;

/** The other side of a conversation: a participant by their name, a researcher by the company that the study names. */
export const nameOf: Record<Role, (thread: Named) => string> = {
  RESEARCHER: ({ participant }) =>
    participant === null ? words.somebodyLeft : `${participant.firstName} ${participant.lastName}`.trim(),
  PARTICIPANT: ({ companyName, state }) =>
    state === 'LEFT' ? words.somebodyLeft : (companyName ?? words.researcher),
};
