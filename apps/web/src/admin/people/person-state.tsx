import type { PersonState } from '@app/contracts/identity/admin-people.ts';
import { adminPeopleWords as words } from '@app/words/admin-people.ts';
import { type BadgeTone, Badge } from '../../ui/badge.tsx';

const tones: Record<PersonState, BadgeTone> = { UNVERIFIED: 'waiting', ACTIVE: 'good', SUSPENDED: 'bad' };

export const PersonStateBadge = ({ state }: { state: PersonState }) => (
  <Badge tone={tones[state]}>{words.states[state]}</Badge>
);
