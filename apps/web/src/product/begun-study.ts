import { clearDrafts, placeOfDraft, readDraft, SCOPE_KEY, writeDraft } from '../forms/drafts.ts';
import { DRAFT_KEYS, scopeName } from './study-drafts.ts';

type Storage = Pick<globalThis.Storage, 'getItem' | 'setItem' | 'removeItem'>;

const { server: SERVER, ...STAGES } = DRAFT_KEYS;

const nameOf = (userId: string, projectId: string) => scopeName({ userId, projectId, studyId: null });
const placesOf = (scope: string, storage?: Storage) =>
  Object.values(STAGES).map((key) => placeOfDraft(key, scope, storage));

/** Something was typed or chosen, and is there still. */
export function isFilled(value: unknown): boolean {
  if (typeof value === 'object' && value !== null) return Object.values(value).some(isFilled);
  return typeof value === 'string' ? value.trim() !== '' : typeof value === 'number';
}

/** The name, perhaps empty, of a new study that was begun in a project and lies on this device alone; null without one. */
export function begunStudy(userId: string, projectId: string, storage?: Storage): string | null {
  const scope = nameOf(userId, projectId);
  // The project's own list shows one that the server has.
  const sent = readDraft(placeOfDraft(SERVER, scope, storage), storage) as { id?: string } | null;
  const parts = placesOf(scope, storage).map((place) => readDraft(place, storage));
  if (sent?.id !== undefined || !parts.some(isFilled)) return null;
  const { name } = (parts[0] ?? {}) as { name?: unknown };
  return typeof name === 'string' ? name.trim() : '';
}

/** Gives what takes it back, as long as no other was begun. */
export function discardBegun(userId: string, projectId: string, storage?: Storage): () => void {
  const scope = nameOf(userId, projectId);
  const places = placesOf(scope, storage);
  const parts = places.map((place) => readDraft(place, storage));
  clearDrafts(places, storage);
  return () => {
    if (begunStudy(userId, projectId, storage) !== null) return;
    for (const [at, place] of placesOf(scope, storage).entries()) writeDraft(place, parts[at], storage);
  };
}

/** The project of a new study that this person has begun on this device, whichever was begun; null without one. */
export function projectOfBegun(userId: string, storage: globalThis.Storage = localStorage): string | null {
  const current = (readDraft(SCOPE_KEY, storage) ?? {}) as Record<string, string>;
  const aside = Object.keys(storage).flatMap((key) => {
    const [name = '', ...scope] = key.split(' ');
    return Object.values<string>(STAGES).includes(name) ? [scope.join(' ')] : [];
  });
  for (const scope of [...Object.values(current), ...aside]) {
    const [owner, projectId, studyId] = scope.split(' ');
    if (owner !== userId || !projectId || studyId !== undefined) continue;
    if (begunStudy(userId, projectId, storage) !== null) return projectId;
  }
  return null;
}
