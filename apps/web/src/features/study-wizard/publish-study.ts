import type { NewStudy, StudyPublish } from '@app/contracts/project/studies.ts';
import { CallFailed } from '../../api/failure.ts';

/** A draft on its way to the server: what was sent under which key, and its id once it is known there. */
export interface SentDraft {
  readonly study: string;
  readonly key: string;
  readonly id?: string;
}

/** What publishing needs; tests bring their own. */
export interface PublishEdges {
  create: (study: NewStudy, idempotencyKey: string) => Promise<{ id: string }>;
  publish: (id: string, plan: StudyPublish, idempotencyKey: string) => Promise<unknown>;
  remove: (id: string) => Promise<unknown>;
  /** Outlives a reload, so that a retry after it finds the draft too. */
  memory: { read: () => SentDraft | null; write: (sent: SentDraft | null) => void };
  newKey: () => string;
}

const hasCode = (error: unknown, code: CallFailed['code']) =>
  error instanceof CallFailed && error.code === code;
/** The server has decided against it; anything else may have been done, or be under way, without an answer coming back. */
const isRefusal = (error: unknown) =>
  error instanceof CallFailed && error.kind === 'PROBLEM' && error.status < 500 && error.code !== 'IN_FLIGHT';

/** Takes back a draft that was changed after it had been sent; a create with an unclear end is repeated to find it. */
async function takeBack(last: SentDraft, { create, remove, memory }: PublishEdges): Promise<void> {
  try {
    await remove(last.id ?? (await create(JSON.parse(last.study) as NewStudy, last.key)).id);
  } catch (error) {
    // A refusal means that there is none, or that it cannot be taken back; otherwise the next try begins here again.
    if (!isRefusal(error)) throw error;
  }
  memory.write(null);
}

/** The id of this very study's draft: of the one that is there already, or of a new one. */
async function draftOf(study: NewStudy, edges: PublishEdges): Promise<string> {
  const { create, memory, newKey } = edges;
  const text = JSON.stringify(study);
  const last = memory.read();
  if (last !== null && last.study !== text) await takeBack(last, edges);
  const sent = memory.read() ?? { study: text, key: newKey() };
  if (sent.id !== undefined) return sent.id;
  memory.write(sent);
  try {
    const { id } = await create(study, sent.key);
    memory.write({ ...sent, id });
    return id;
  } catch (error) {
    if (isRefusal(error)) memory.write(null);
    throw error;
  }
}

/**
 * Creates the draft and publishes it. Whatever fails, trying again goes on where it stopped: one submit, one study
 * (D-28). `key` is the same for a retry of the same plan.
 */
export async function publishNewStudy(
  study: NewStudy,
  plan: StudyPublish,
  key: string,
  edges: PublishEdges,
): Promise<void> {
  const id = await draftOf(study, edges);
  try {
    await edges.publish(id, plan, key);
  } catch (error) {
    if (!hasCode(error, 'STUDY_NOT_FOUND')) throw error;
    // Somebody has deleted the draft meanwhile, e.g. from the project page: it is made again, once.
    edges.memory.write(null);
    await edges.publish(await draftOf(study, edges), plan, edges.newKey());
  }
  edges.memory.write(null);
}
