import type { ErrorCode } from '@app/contracts/errors.ts';
import type { NewStudy, StudyPublish } from '@app/contracts/project/studies.ts';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { CallFailed, networkFailure } from '../../api/failure.ts';
import { type PublishEdges, publishNewStudy, type SentDraft } from './publish-study.ts';

const study = { projectId: 'p', name: 'Queues' } as NewStudy;
const changed = { ...study, name: 'Long queues' };
const plan = { durationInMinutes: 30 } as StudyPublish;
const lost = networkFailure('offline');
const refused = (code: ErrorCode, status: number) =>
  new CallFailed({ kind: 'PROBLEM', status, code, detail: code, items: [] });

let memory: SentDraft | null;
/** The server's side: which drafts it has, by the key that made them. */
let drafts: Map<string, string>;
let keys: number;
let edges: PublishEdges;

beforeEach(() => {
  memory = null;
  drafts = new Map();
  keys = 0;
  edges = {
    create: vi.fn(async (_, key: string) => {
      const id = drafts.get(key) ?? `study-${drafts.size + 1}`;
      drafts.set(key, id);
      return { id };
    }),
    publish: vi.fn(async () => undefined),
    remove: vi.fn(async (id: string) => {
      for (const [key, other] of drafts) if (other === id) drafts.delete(key);
    }),
    memory: { read: () => memory, write: (sent) => (memory = sent) },
    newKey: () => `key-${(keys += 1)}`,
  };
});

describe('S-315 publishing a new study', () => {
  it('creates a draft, publishes it and remembers nothing', async () => {
    await publishNewStudy(study, plan, 'plan-1', edges);
    expect(edges.publish).toHaveBeenCalledExactlyOnceWith('study-1', plan, 'plan-1');
    expect(memory).toBeNull();
  });

  it('publishes the same draft on a retry, and makes no second one', async () => {
    vi.mocked(edges.publish).mockRejectedValueOnce(lost);
    await expect(publishNewStudy(study, plan, 'plan-1', edges)).rejects.toBe(lost);
    await publishNewStudy(study, plan, 'plan-1', edges);
    expect(edges.create).toHaveBeenCalledTimes(1);
    expect(edges.publish).toHaveBeenLastCalledWith('study-1', plan, 'plan-1');
  });

  it('repeats a create whose answer was lost under its own key', async () => {
    const { create } = edges;
    edges.create = vi.fn(create).mockImplementationOnce(async (...given) => {
      await create(...given);
      throw lost;
    });
    await expect(publishNewStudy(study, plan, 'plan-1', edges)).rejects.toBe(lost);
    await publishNewStudy(study, plan, 'plan-1', edges);
    expect([...drafts.keys()]).toEqual(['key-1']);
  });

  it('takes the old draft back when the study was changed before the retry', async () => {
    vi.mocked(edges.publish).mockRejectedValueOnce(lost);
    await expect(publishNewStudy(study, plan, 'plan-1', edges)).rejects.toBe(lost);
    await publishNewStudy(changed, plan, 'plan-1', edges);
    expect(edges.remove).toHaveBeenCalledWith('study-1');
    expect([...drafts.keys()]).toEqual(['key-2']);
  });

  it('finds and takes back even a draft whose answer was lost', async () => {
    const { create } = edges;
    edges.create = vi.fn(create).mockImplementationOnce(async (...given) => {
      await create(...given);
      throw lost;
    });
    await expect(publishNewStudy(study, plan, 'plan-1', edges)).rejects.toBe(lost);
    await publishNewStudy(changed, plan, 'plan-1', edges);
    expect([...drafts.keys()]).toEqual(['key-2']);
  });

  it('makes no new draft as long as the old one could not be taken back', async () => {
    vi.mocked(edges.publish).mockRejectedValueOnce(lost);
    await expect(publishNewStudy(study, plan, 'plan-1', edges)).rejects.toBe(lost);
    vi.mocked(edges.remove).mockRejectedValueOnce(lost);
    await expect(publishNewStudy(changed, plan, 'plan-1', edges)).rejects.toBe(lost);
    expect(drafts.size).toBe(1);
    await publishNewStudy(changed, plan, 'plan-1', edges);
    expect([...drafts.keys()]).toEqual(['key-2']);
  });

  it('begins anew after a refusal, and where the draft was deleted elsewhere', async () => {
    const no = refused('PROJECT_NOT_FOUND', 404);
    vi.mocked(edges.create).mockRejectedValueOnce(no);
    await expect(publishNewStudy(study, plan, 'plan-1', edges)).rejects.toBe(no);
    expect(memory).toBeNull();

    memory = { study: JSON.stringify(study), key: 'old', id: 'gone' };
    vi.mocked(edges.publish).mockRejectedValueOnce(refused('STUDY_NOT_FOUND', 404));
    await publishNewStudy(study, plan, 'plan-1', edges);
    expect(edges.publish).toHaveBeenLastCalledWith('study-1', plan, 'key-3');
  });
});
