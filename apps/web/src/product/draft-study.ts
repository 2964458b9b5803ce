import { paths } from '@app/contracts/web-paths.ts';
import { clearDrafts, draftStorageKey, readDraft, SCOPE_KEY, writeDraft } from '../forms/drafts.ts';
import { DRAFT_KEYS, scopeName } from './study-drafts.ts';

type Storage = Pick<globalThis.Storage, 'getItem' | 'setItem' | 'removeItem'>;

const { server: SERVER, ...STAGES } = DRAFT_KEYS;

const draftScopeName = (userId: string, projectId: string) => scopeName({ userId, projectId, studyId: null });
const draftPlaces = (scope: string, storage?: Storage) =>
  Object.values(STAGES).map((key) => draftStorageKey(key, scope, storage));

export function isFilled(value: unknown): boolean {
  if (typeof value === 'object' && value !== null) return Object.values(value).some(isFilled);
  return typeof value === 'string' ? value.trim() !== '' : typeof value === 'number';
}

/** The draft is only on this device, and its name may be empty. */
export function findDraftStudyName(userId: string, projectId: string, storage?: Storage): string | null {
  const scope = draftScopeName(userId, projectId);
  const sent = readDraft(draftStorageKey(SERVER, scope, storage), storage) as { id?: string } | null;
  const parts = draftPlaces(scope, storage).map((place) => readDraft(place, storage));
  if (sent?.id !== undefined || !parts.some(isFilled)) return null;
  const { name } = (parts[0] ?? {}) as { name?: unknown };
  return typeof name === 'string' ? name.trim() : '';
}

/** Returns a function for the undo. If there is another draft by then, it does nothing. */
export function discardDraftStudy(userId: string, projectId: string, storage?: Storage): () => void {
  const scope = draftScopeName(userId, projectId);
  const places = draftPlaces(scope, storage);
  const parts = places.map((place) => readDraft(place, storage));
  clearDrafts(places, storage);
  return () => {
    if (findDraftStudyName(userId, projectId, storage) !== null) return;
    for (const [at, place] of draftPlaces(scope, storage).entries()) writeDraft(place, parts[at], storage);
  };
}

/**
 * Makes texts that can be compared: the order of fields and sets does not matter, nor the type of numbers.
 */
function typedText(value: unknown): string {
  if (typeof value === 'string') return value.trim();
  if (typeof value !== 'object' || value === null)
    return value === null || value === undefined ? '' : JSON.stringify(value);
  if (!Array.isArray(value)) {
    const named = Object.entries(value).flatMap(([name, part]) => {
      const text = typedText(part);
      return text === '' ? [] : `${name}:${text}`;
    });
    return `{${named.toSorted().join()}}`;
  }
  const all = value.map(typedText);
  return `[${(typeof value[0] === 'string' ? all.toSorted() : all).join()}]`;
}

function changedStudy(scope: string, storage: Storage): string | null {
  const sent = readDraft(draftStorageKey(SERVER, scope, storage), storage) as {
    id?: string;
    text?: string;
  } | null;
  if (!sent?.id || !sent.text) return null;
  const [, parts] = JSON.parse(sent.text) as [string, Record<string, unknown>];
  const isChanged = Object.entries(parts).some(([key, part]) => {
    const own = readDraft(draftStorageKey(key, scope, storage), storage);
    return own !== null && typedText(own) !== typedText(part);
  });
  return isChanged ? sent.id : null;
}

interface DraftStudy {
  path: string;
  projectId: string;
  scope: string;
  isUnsent: boolean;
}

export function findDraftStudy(
  userId: string,
  storage: globalThis.Storage = localStorage,
): DraftStudy | null {
  const current = (readDraft(SCOPE_KEY, storage) ?? {}) as Record<string, string>;
  const aside = Array.from({ length: storage.length }, (_, at) => storage.key(at) ?? '').flatMap((key) => {
    const [name = '', ...scope] = key.split(' ');
    return Object.values<string>(STAGES).includes(name) ? [scope.join(' ')] : [];
  });
  for (const scope of [...Object.values(current), ...aside]) {
    const [owner, projectId, studyId] = scope.split(' ');
    if (owner !== userId || !projectId) continue;
    if (studyId === undefined && findDraftStudyName(userId, projectId, storage) !== null)
      return {
        path: paths.createStudy(projectId),
        projectId,
        scope,
        isUnsent: readDraft(draftStorageKey(SERVER, scope, storage), storage) === null,
      };
    const changed = changedStudy(scope, storage);
    if (changed) return { path: paths.continueStudy(projectId, changed), projectId, scope, isUnsent: false };
  }
  return null;
}
