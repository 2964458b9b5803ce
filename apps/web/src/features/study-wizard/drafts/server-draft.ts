import type { NewStudy, Study, StudyPublish } from '@app/contracts/project/studies.ts';
import { CallFailed } from '../../../api/failure.ts';
import { textOf } from './study-text.ts';

/** A draft on the server, or on its way there. */
export interface ServerDraft {
  /** The body with which it was created, repeated to find out what became of it. */
  readonly body?: NewStudy;
  readonly key?: string;
  /** Once it is known there. */
  readonly id?: string;
  readonly version?: number;
  /** What it says there, as far as this browser knows. */
  readonly text: string;
  /** What it was to say by a change that was sent; the answer may have been lost. */
  readonly tried?: string;
}

/** What keeping and publishing need; tests bring their own. */
export interface DraftEdges {
  create: (study: NewStudy, idempotencyKey: string) => Promise<Study>;
  edit: (id: string, study: NewStudy, ifVersion: number | undefined) => Promise<Study>;
  read: (id: string) => Promise<Study>;
  publish: (
    id: string,
    plan: StudyPublish,
    idempotencyKey: string,
    ifVersion: number | undefined,
  ) => Promise<unknown>;
  /** Outlives a reload, so that a retry after it finds the draft too. */
  memory: { read: () => ServerDraft | null; write: (draft: ServerDraft | null) => void };
  newKey: () => string;
}

/** A draft that is on the server for certain. */
type Kept = ServerDraft & { readonly id: string };

/** Somebody has changed the draft meanwhile, e.g. on another device: nothing was sent over it. */
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
/** The server has decided against it; anything else may have been done, or be under way, without an answer coming back. */
const isRefusal = (error: unknown) =>
  error instanceof CallFailed && error.kind === 'PROBLEM' && error.status < 500 && error.code !== 'IN_FLIGHT';

export const keptOf = (study: Study): Kept => ({ id: study.id, version: study.version, text: textOf(study) });

async function create(body: NewStudy, key: string, { create: send, memory }: DraftEdges): Promise<Kept> {
  memory.write({ body, key, text: textOf(body) });
  try {
    const kept = keptOf(await send(body, key));
    memory.write(kept);
    return kept;
  } catch (error) {
    if (isRefusal(error)) memory.write(null);
    throw error;
  }
}

/** What has become of an earlier try to create it; null where there is none. */
async function find(edges: DraftEdges): Promise<Kept | null> {
  const last = edges.memory.read();
  if (last === null) return null;
  if (last.id !== undefined) return { ...last, id: last.id };
  if (last.body === undefined || last.key === undefined) return null;
  try {
    return await create(last.body, last.key, edges);
  } catch (error) {
    if (!isRefusal(error)) throw error;
    return null;
  }
}

/** STALE may be the echo of an own change whose answer was lost; anything else is somebody else's. */
async function catchUp(kept: Kept, text: string, edges: DraftEdges): Promise<Kept> {
  const saved = await edges.read(kept.id);
  const now = keptOf(saved);
  if (![text, kept.text, kept.tried].includes(now.text)) throw new DraftChanged(saved);
  edges.memory.write(now);
  return now;
}

async function change(kept: Kept, study: NewStudy, edges: DraftEdges): Promise<Kept> {
  const text = textOf(study);
  edges.memory.write({ ...kept, tried: text });
  try {
    const changed = keptOf(await edges.edit(kept.id, study, kept.version));
    edges.memory.write(changed);
    return changed;
  } catch (error) {
    if (!hasCode(error, 'STALE')) throw error;
    const now = await catchUp({ ...kept, tried: kept.tried ?? text }, text, edges);
    return now.text === text ? now : change(now, study, edges);
  }
}

/** Has the server keep this very study as a draft: the one that is there already, changed, or a new one. */
export async function keepDraft(study: NewStudy, edges: DraftEdges): Promise<Kept> {
  const kept = await find(edges);
  if (kept?.text === textOf(study)) return kept;
  try {
    return kept === null ? await create(study, edges.newKey(), edges) : await change(kept, study, edges);
  } catch (error) {
    if (kept === null || !hasCode(error, 'STUDY_NOT_FOUND')) throw error;
    // Somebody has deleted the draft meanwhile, e.g. from the project page: it is made again.
    return create(study, edges.newKey(), edges);
  }
}

/**
 * Keeps the draft and publishes it. Whatever fails, trying again goes on where it stopped: one submit, one study (D-28).
 * `key` is the same for a retry of the same plan.
 */
export async function publishDraft(
  study: NewStudy,
  plan: StudyPublish,
  key: string,
  edges: DraftEdges,
): Promise<void> {
  const kept = await keepDraft(study, edges);
  try {
    await edges.publish(kept.id, plan, key, kept.version);
  } catch (error) {
    const isGone = hasCode(error, 'STUDY_NOT_FOUND');
    if (!isGone && !hasCode(error, 'STALE')) throw error;
    const now = isGone
      ? await create(study, edges.newKey(), edges)
      : await catchUp(kept, textOf(study), edges);
    await edges.publish(now.id, plan, edges.newKey(), now.version);
  }
  edges.memory.write(null);
}
