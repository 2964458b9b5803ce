import type { ErrorCode } from '@app/contracts/errors.ts';
import type { NewStudy, Study, StudyPublish } from '@app/contracts/project/studies.ts';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { CallFailed, networkFailure } from '../../../api/failure.ts';
import { DraftChanged, type DraftDeps, saveDraft, publishDraft, type ServerDraft } from './server-draft.ts';

const study = {
  projectId: 'p',
  name: 'Queues',
  deviceRequirements: ['TABLET'],
  gender: ['MALE', 'FEMALE'],
  education: ['DIPLOMA'],
  annualHouseholdIncome: ['LESS_THAN_10000'],
  screeners: [],
} as unknown as NewStudy;
const changed = { ...study, name: 'Long queues' };
const elsewhere = { ...study, name: 'Written on a phone' };
const plan = { durationInMinutes: 30 } as StudyPublish;
const lost = networkFailure('offline');
const refused = (code: ErrorCode, status: number) =>
  new CallFailed({ kind: 'PROBLEM', status, code, detail: code, items: [] });

let memory: ServerDraft | null;
/** The fake server has its studies by id, and the idempotency key that created each. */
let drafts: Map<string, Study>;
let keys: number;
let deps: DraftDeps;

const found = (id: string) => {
  const draft = drafts.get(id);
  if (draft === undefined) throw refused('STUDY_NOT_FOUND', 404);
  return draft;
};
const put = (id: string, content: NewStudy, version: number) => {
  const draft = { ...content, id, version } as Study;
  drafts.set(id, draft);
  return draft;
};

beforeEach(() => {
  memory = null;
  drafts = new Map();
  keys = 0;
  deps = {
    create: vi.fn(async (body, key: string) => drafts.get(`of ${key}`) ?? put(`of ${key}`, body, 1)),
    edit: vi.fn(async (id: string, body, ifVersion) => {
      if (found(id).version !== ifVersion) throw refused('STALE', 412);
      return put(id, body, ifVersion + 1);
    }),
    read: vi.fn(async (id: string) => found(id)),
    publish: vi.fn(async (id: string, _plan, _key, ifVersion) => {
      if (found(id).version !== ifVersion) throw refused('STALE', 412);
      return found(id);
    }),
    memory: { read: () => memory, write: (draft) => (memory = draft) },
    newKey: () => `key-${(keys += 1)}`,
  };
});

describe('S-315 publishing', () => {
  const loseCreate = async () => {
    vi.mocked(deps.create).mockImplementationOnce(async (body, key) => {
      put(`of ${key}`, body, 1);
      throw lost;
    });
    await expect(publishDraft(study, plan, 'plan-1', deps)).rejects.toBe(lost);
  };

  it('creates a draft, publishes it and stores nothing', async () => {
    await publishDraft(study, plan, 'plan-1', deps);
    expect(deps.publish).toHaveBeenCalledExactlyOnceWith('of key-1', plan, 'plan-1', 1);
    expect(memory).toBeNull();
  });

  it('publishes the same draft on a retry, and creates no second one', async () => {
    vi.mocked(deps.publish).mockRejectedValueOnce(lost);
    await expect(publishDraft(study, plan, 'plan-1', deps)).rejects.toBe(lost);
    await publishDraft(study, plan, 'plan-1', deps);
    expect(deps.create).toHaveBeenCalledTimes(1);
    expect(deps.publish).toHaveBeenLastCalledWith('of key-1', plan, 'plan-1', 1);
  });

  it('repeats a creation with the same key if its response was lost', async () => {
    await loseCreate();
    await publishDraft(study, plan, 'plan-1', deps);
    expect([...drafts.keys()]).toEqual(['of key-1']);
  });

  it('updates the draft that was sent, if the study has changed since', async () => {
    await loseCreate();
    await publishDraft(changed, plan, 'plan-1', deps);
    expect([...drafts.values()]).toMatchObject([{ id: 'of key-1', name: 'Long queues', version: 2 }]);
    expect(deps.publish).toHaveBeenLastCalledWith('of key-1', plan, 'plan-1', 2);
  });

  it('creates the draft again if it was deleted', async () => {
    vi.mocked(deps.publish).mockRejectedValueOnce(lost);
    await expect(publishDraft(study, plan, 'plan-1', deps)).rejects.toBe(lost);
    drafts.clear();
    await publishDraft(study, plan, 'plan-1', deps);
    expect([...drafts.keys()]).toEqual(['of key-2']);
    expect(deps.publish).toHaveBeenLastCalledWith('of key-2', plan, expect.stringMatching(/^key-/), 1);
  });

  it('forgets a creation that was refused, and passes the refusal on', async () => {
    vi.mocked(deps.create).mockRejectedValueOnce(refused('PROJECT_NOT_FOUND', 404));
    await expect(publishDraft(study, plan, 'plan-1', deps)).rejects.toMatchObject({
      code: 'PROJECT_NOT_FOUND',
    });
    expect(memory).toBeNull();
  });
});

describe('D-27 a draft on the server', () => {
  const keep = async () => {
    await saveDraft(study, deps);
    expect(memory).toMatchObject({ id: 'of key-1', version: 1 });
  };

  it('is created once, and then updated', async () => {
    await keep();
    await saveDraft(study, deps);
    expect(deps.edit).not.toHaveBeenCalled();
    await saveDraft(changed, deps);
    expect([...drafts.values()]).toMatchObject([{ id: 'of key-1', name: 'Long queues', version: 2 }]);
    expect(memory).toMatchObject({ id: 'of key-1', version: 2 });
  });

  it('is not overwritten if another person has changed it', async () => {
    await keep();
    put('of key-1', elsewhere, 2);
    await expect(saveDraft(changed, deps)).rejects.toMatchObject({
      name: 'DraftChanged',
      saved: { name: 'Written on a phone', version: 2 },
    });
    await expect(publishDraft(study, plan, 'plan-1', deps)).rejects.toBeInstanceOf(DraftChanged);
    expect(drafts.get('of key-1')).toMatchObject({ name: 'Written on a phone' });
  });

  it('recognises its own update after a lost response, and what was changed after it', async () => {
    await keep();
    vi.mocked(deps.edit).mockImplementationOnce(async (id, body) => {
      put(id, body, 2);
      throw lost;
    });
    await expect(saveDraft(changed, deps)).rejects.toBe(lost);
    await saveDraft({ ...study, name: 'Shorter queues' }, deps);
    expect([...drafts.values()]).toMatchObject([{ name: 'Shorter queues', version: 3 }]);
  });

  it('treats the same sets in another order as the same study', async () => {
    await keep();
    put('of key-1', { ...study, gender: ['FEMALE', 'MALE'] }, 2);
    await publishDraft(study, plan, 'plan-1', deps);
    expect(deps.publish).toHaveBeenLastCalledWith('of key-1', plan, expect.stringMatching(/^key-/), 2);
  });
});
