import type { Study } from '@app/contracts/project/studies.ts';
import { readDraft, renameScope, switchDraftScope, writeDraft } from '../../../forms/drafts.ts';
import { DRAFT_KEYS, scopeName, type WizardScope } from '../../../product/study-drafts.ts';
import { readIncentive, studyFromDrafts } from '../../../product/study-from-drafts.ts';
import { toSavedDraft, type ServerDraft } from './server-draft.ts';
import { ALL_DRAFTS, STAGE_COUNT } from './stages.ts';
import { studyStages, serializeStudy } from './study-content.ts';

type Storage = Pick<globalThis.Storage, 'getItem' | 'setItem' | 'removeItem'>;

export const readServerDraft = (storage?: Storage) =>
  readDraft(DRAFT_KEYS.server, storage) as ServerDraft | null;

/** Days and times are sent only at publication, so those on this device stay. */
export function replaceByServerVersion(saved: Study, storage?: Storage): void {
  for (const [key, part] of Object.entries(studyStages(saved))) writeDraft(key, part, storage);
  const plan = readDraft(DRAFT_KEYS.plan, storage) as object | null;
  if (saved.incentive !== readIncentive(plan))
    writeDraft(DRAFT_KEYS.plan, { ...plan, incentive: saved.incentive }, storage);
  writeDraft(DRAFT_KEYS.server, toSavedDraft(saved), storage);
}

/** The next save replaces what is on the server. */
export function keepDeviceVersion(saved: Study, storage?: Storage): void {
  writeDraft(DRAFT_KEYS.server, toSavedDraft(saved), storage);
}

export function setDraftScope(scope: WizardScope & { studyId: string }, storage?: Storage): void {
  renameScope(ALL_DRAFTS, scopeName(scope), storage);
}

/**
 * Must be called before the first stage reads its draft. Returns true if the draft has changed both on this
 * device and on the server.
 */
export function openDraftsAndFindConflict(
  scope: WizardScope,
  saved: Study | null,
  storage?: Storage,
): boolean {
  const { projectId, studyId } = scope;
  if (saved === null || studyId === null) {
    switchDraftScope(ALL_DRAFTS, scopeName(scope), storage);
    return false;
  }
  switchDraftScope(ALL_DRAFTS, scopeName({ ...scope, studyId: null }), storage);
  // The draft is on the server, saved from this device, but is not published.
  if (readServerDraft(storage)?.id === studyId) setDraftScope({ ...scope, studyId }, storage);
  else switchDraftScope(ALL_DRAFTS, scopeName(scope), storage);

  const known = readServerDraft(storage);
  if (known?.id === studyId && (known.version ?? 0) >= saved.version) return false;
  const own = studyFromDrafts(projectId, (key) => readDraft(key, storage));
  const ownText = own && serializeStudy(own);
  const isUnchanged = known?.id !== studyId || ownText === known.text || ownText === serializeStudy(saved);
  if (isUnchanged) replaceByServerVersion(saved, storage);
  return !isUnchanged;
}

const PARTS = ['studyDetails', 'participantsDemographics', 'screenerSurvey'] as const;

export function stagesThatDiffer(saved: Study, storage?: Storage): number[] {
  const parts = studyStages(saved);
  const own = studyFromDrafts(saved.projectId, (key) => readDraft(key, storage));
  const ownParts = own && studyStages(own);
  const textFrom = (key: (typeof PARTS)[number]) =>
    JSON.stringify(ownParts ? ownParts[key] : readDraft(key, storage));
  const differing = PARTS.flatMap((key, at) =>
    textFrom(key) === JSON.stringify(parts[key]) ? [] : [at + 1],
  );
  return own && (own.incentive ?? 0) !== (saved.incentive ?? 0) ? [...differing, STAGE_COUNT] : differing;
}
