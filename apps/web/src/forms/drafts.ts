import { isLeftBehind } from '../session/session.ts';

/** A reload does not delete drafts. Their keys come from section 3 of the specification. */

type Storage = Pick<globalThis.Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** The scope says to whom the drafts belong, for example to a person in a project. */
export const SCOPE_KEY = 'draftScope';

export function readDraft(key: string, storage: Storage = localStorage): unknown {
  try {
    return JSON.parse(storage.getItem(key) ?? 'null');
  } catch {
    return null;
  }
}

export function writeDraft(key: string, value: unknown, storage: Storage = localStorage): void {
  if (isLeftBehind()) return;
  try {
    storage.setItem(key, JSON.stringify(value));
  } catch {
    // Without storage, the form works but has no draft.
  }
}

export function clearDrafts(keys: readonly string[], storage: Storage = localStorage): void {
  for (const key of keys) storage.removeItem(key);
}

function move(from: string, to: string, storage: Storage): void {
  const text = storage.getItem(from);
  if (text === null) return;
  try {
    storage.setItem(to, text);
  } catch {
    // If the storage is full, the drafts of the other scope are lost.
  }
  storage.removeItem(from);
}

/**
 * Sets the drafts of the previous scope aside, and restores those of the new one. So people who share a
 * device do not see each other's drafts.
 */
export function switchDraftScope(
  keys: readonly string[],
  scope: string,
  storage: Storage = localStorage,
): void {
  const scopes = (readDraft(SCOPE_KEY, storage) ?? {}) as Record<string, string>;
  for (const key of keys) {
    const before = scopes[key];
    scopes[key] = scope;
    if (before === undefined || before === scope) continue;
    move(key, `${key} ${before}`, storage);
    move(`${key} ${scope}`, key, storage);
  }
  writeDraft(SCOPE_KEY, scopes, storage);
}

export function draftStorageKey(key: string, scope: string, storage: Storage = localStorage): string {
  const scopes = (readDraft(SCOPE_KEY, storage) ?? {}) as Record<string, string>;
  return scopes[key] === scope ? key : `${key} ${scope}`;
}

export function renameScope(keys: readonly string[], scope: string, storage: Storage = localStorage): void {
  const scopes = (readDraft(SCOPE_KEY, storage) ?? {}) as Record<string, string>;
  for (const key of keys) {
    scopes[key] = scope;
    storage.removeItem(`${key} ${scope}`);
  }
  writeDraft(SCOPE_KEY, scopes, storage);
}

export function knownFields<T extends object>(stored: unknown, defaults: T): Partial<T> {
  if (typeof stored !== 'object' || stored === null || Array.isArray(stored)) return {};
  return Object.fromEntries(Object.entries(stored).filter(([name]) => name in defaults)) as Partial<T>;
}
