import type { OnlineStudyPublish } from '@app/contracts/project/online-studies.ts';
import type { NewStudy, Study, StudyPublish } from '@app/contracts/project/studies.ts';
import { CallFailed } from '../../../api/failure.ts';
import { serializeStudy } from './study-content.ts';

export interface ServerDraft {
  /** A retry sends the creation again, to learn whether it succeeded. */
  readonly body?: NewStudy;
  readonly key?: string;
  readonly id?: string;
  readonly version?: number;
  /** True if the draft ever had an incentive, because there may be a payment then. */
  readonly mayHaveBudget?: boolean;
  /** The newest content of which we know that the server has it. */
  readonly text: string;
  /** The content that was sent last. We do not know yet whether the server has it. */
  readonly tried?: string;
}

type AnyPlan = StudyPublish | OnlineStudyPublish;

export interface DraftDeps {
  create: (study: NewStudy, idempotencyKey: string) => Promise<Study>;
  edit: (id: string, study: NewStudy, ifVersion: number | undefined) => Promise<Study>;
  read: (id: string) => Promise<Study>;
  publish: (
    id: string,
    plan: AnyPlan,
    idempotencyKey: string,
    ifVersion: number | undefined,
  ) => Promise<Study>;
  /** Where the draft is stored, so that a retry after a reload finds the same one. */
  memory: { read: () => ServerDraft | null; write: (draft: ServerDraft | null) => void };
  newKey: () => string;
}

type SavedDraft = ServerDraft & { readonly id: string };

export class DraftChanged extends Error {
  readonly saved: Study;

  constructor(saved: Study) {
    super('The draft was changed somewhere else');
    this.name = 'DraftChanged';
    this.saved = saved;
  }
}

const hasCode = (error: unknown, code: CallFailed['code']) =>
  error instanceof CallFailed && error.code === code;
/** After other errors, we do not know whether the server has saved the draft. */
const isRefusal = (error: unknown) =>
  error instanceof CallFailed && error.kind === 'PROBLEM' && error.status < 500 && error.code !== 'IN_FLIGHT';

export const toSavedDraft = (study: Study): SavedDraft => ({
  id: study.id,
  version: study.version,
  mayHaveBudget: study.mayHaveBudget,
  text: serializeStudy(study),
});

async function create(body: NewStudy, key: string, { create: send, memory }: DraftDeps): Promise<SavedDraft> {
  memory.write({ body, key, text: serializeStudy(body) });
  try {
    const saved = toSavedDraft(await send(body, key));
    memory.write(saved);
    return saved;
  } catch (error) {
    if (isRefusal(error)) memory.write(null);
    throw error;
  }
}

async function find(deps: DraftDeps): Promise<SavedDraft | null> {
  const last = deps.memory.read();
  if (last === null) return null;
  if (last.id !== undefined) return { ...last, id: last.id };
  if (last.body === undefined || last.key === undefined) return null;
  try {
    return await create(last.body, last.key, deps);
  } catch (error) {
    if (!isRefusal(error)) throw error;
    return null;
  }
}

/**
 * STALE may also come if our own change was saved and its response was lost. If the content is different, it
 * was changed elsewhere.
 */
async function catchUp(saved: SavedDraft, text: string, deps: DraftDeps): Promise<SavedDraft> {
  const study = await deps.read(saved.id);
  const now = toSavedDraft(study);
  if (![text, saved.text, saved.tried].includes(now.text)) throw new DraftChanged(study);
  deps.memory.write(now);
  return now;
}

async function change(saved: SavedDraft, study: NewStudy, deps: DraftDeps): Promise<SavedDraft> {
  const text = serializeStudy(study);
  deps.memory.write({ ...saved, tried: text });
  try {
    const changed = toSavedDraft(await deps.edit(saved.id, study, saved.version));
    deps.memory.write(changed);
    return changed;
  } catch (error) {
    if (!hasCode(error, 'STALE')) throw error;
    const now = await catchUp({ ...saved, tried: saved.tried ?? text }, text, deps);
    return now.text === text ? now : change(now, study, deps);
  }
}

export async function saveDraft(study: NewStudy, deps: DraftDeps): Promise<SavedDraft> {
  const saved = await find(deps);
  if (saved?.text === serializeStudy(study)) return saved;
  try {
    return saved === null ? await create(study, deps.newKey(), deps) : await change(saved, study, deps);
  } catch (error) {
    if (saved === null || !hasCode(error, 'STUDY_NOT_FOUND')) throw error;
    // The draft was deleted elsewhere.
    return create(study, deps.newKey(), deps);
  }
}

/**
 * A retry goes on where the last attempt stopped, so that one submit makes one study (D-28). For the same
 * plan, `key` stays the same.
 */
export async function publishDraft(
  study: NewStudy,
  plan: AnyPlan,
  key: string,
  deps: DraftDeps,
): Promise<Study> {
  const saved = await saveDraft(study, deps);
  let published: Study;
  try {
    published = await deps.publish(saved.id, plan, key, saved.version);
  } catch (error) {
    const isGone = hasCode(error, 'STUDY_NOT_FOUND');
    if (!isGone && !hasCode(error, 'STALE')) throw error;
    const now = isGone
      ? await create(study, deps.newKey(), deps)
      : await catchUp(saved, serializeStudy(study), deps);
    published = await deps.publish(now.id, plan, deps.newKey(), now.version);
  }
  deps.memory.write(null);
  return published;
}
