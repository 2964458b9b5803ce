import { expect, it } from 'vitest';
import { testStorage } from '../../test/test-user.ts';
import { renameScope, switchDraftScope, writeDraft } from '../forms/drafts.ts';
import { plannedPlaces } from './planned-places.ts';
import { DRAFT_KEYS, scopeName } from './study-drafts.ts';

const ALL = Object.values(DRAFT_KEYS);
const project = { userId: 'ama', projectId: 'talks' };
const ofProject = scopeName({ ...project, studyId: null });
const ofStudy = scopeName({ ...project, studyId: 'study' });
const other = scopeName({ userId: 'ama', projectId: 'other', studyId: null });

function storageWith(plan: unknown, saved: { id: string } | null = { id: 'study' }) {
  const storage = testStorage();
  switchDraftScope(ALL, ofProject, storage);
  writeDraft(DRAFT_KEYS.plan, plan, storage);
  writeDraft(DRAFT_KEYS.server, saved, storage);
  return storage;
}
const planned = (storage: Storage) => plannedPlaces({ ...project, studyId: 'study' }, storage);

it('finds the plan of a draft that was saved here, by its own name or the project’s', () => {
  const storage = storageWith({ desiredNumberOfParticipants: 12 });
  expect(planned(storage)).toBe(12);
  switchDraftScope(ALL, other, storage);
  expect(planned(storage)).toBe(12);
  switchDraftScope(ALL, ofProject, storage);
  renameScope(ALL, ofStudy, storage);
  expect(planned(storage)).toBe(12);
  switchDraftScope(ALL, other, storage);
  expect(planned(storage)).toBe(12);
});

it('finds none for another study, and none without a valid number', () => {
  expect(planned(storageWith({ desiredNumberOfParticipants: 12 }, { id: 'another' }))).toBeNull();
  expect(planned(storageWith({ desiredNumberOfParticipants: 12 }, null))).toBeNull();
  for (const desiredNumberOfParticipants of [undefined, 0, 1001, '12'])
    expect(planned(storageWith({ desiredNumberOfParticipants }))).toBeNull();
});
