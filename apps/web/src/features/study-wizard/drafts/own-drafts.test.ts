import { beforeEach, expect, it } from 'vitest';
import { readDraft, writeDraft } from '../../../forms/drafts.ts';
import { testStudy as saved } from '../../../../test/test-study.ts';
import { testStorage } from '../../../../test/test-user.ts';
import {
  keepDeviceVersion,
  openDraftsAndFindConflict,
  readServerDraft,
  stagesThatDiffer,
  replaceByServerVersion,
} from './own-drafts.ts';

const newer = { ...saved, version: 4, description: 'Written elsewhere.' };
const mine = { userId: 'u', projectId: 'p', studyId: 's' };
const fresh = { ...mine, studyId: null };

let storage: ReturnType<typeof testStorage>;
beforeEach(() => {
  storage = testStorage();
});
const nameHere = () => (readDraft('studyDetails', storage) as { name: string } | null)?.name;
const rename = (name: string) =>
  writeDraft('studyDetails', { ...(readDraft('studyDetails', storage) as object), name }, storage);

it('D-27 fills the wizard from the server, and sets the current draft aside', () => {
  openDraftsAndFindConflict(fresh, null, storage);
  writeDraft('studyDetails', { name: 'Begun' }, storage);
  expect(openDraftsAndFindConflict(mine, saved, storage)).toBe(false);
  expect(nameHere()).toBe('Queues');
  expect(readServerDraft(storage)).toMatchObject({ id: 's', version: 3 });
  openDraftsAndFindConflict(fresh, null, storage);
  expect(nameHere()).toBe('Begun');
});

it('continues with unsaved changes of this device', () => {
  openDraftsAndFindConflict(mine, saved, storage);
  rename('Long queues');
  openDraftsAndFindConflict({ ...mine, studyId: 'other' }, { ...saved, id: 'other' }, storage);
  expect(openDraftsAndFindConflict(mine, saved, storage)).toBe(false);
  expect(nameHere()).toBe('Long queues');
});

it('takes changes from elsewhere if nothing was changed here', () => {
  openDraftsAndFindConflict(mine, saved, storage);
  expect(openDraftsAndFindConflict(mine, newer, storage)).toBe(false);
  expect(readDraft('studyDetails', storage)).toMatchObject({ description: 'Written elsewhere.' });
});

it('does not replace a newer saved version with one that was read earlier', () => {
  openDraftsAndFindConflict(mine, newer, storage);
  expect(openDraftsAndFindConflict(mine, saved, storage)).toBe(false);
  expect(readDraft('studyDetails', storage)).toMatchObject({ description: 'Written elsewhere.' });
  expect(readServerDraft(storage)).toMatchObject({ version: 4 });
});

it('asks if both sides have changed, and keeps both until the decision', () => {
  openDraftsAndFindConflict(mine, saved, storage);
  rename('Long queues');
  expect(openDraftsAndFindConflict(mine, newer, storage)).toBe(true);
  expect(nameHere()).toBe('Long queues');
  expect(stagesThatDiffer(newer, storage)).toEqual([1]);
  keepDeviceVersion(newer, storage);
  expect(nameHere()).toBe('Long queues');
  expect(openDraftsAndFindConflict(mine, newer, storage)).toBe(false);
  replaceByServerVersion(newer, storage);
  expect(nameHere()).toBe('Queues');
});

it('continues an unpublished draft that was sent from here, including its plan', () => {
  openDraftsAndFindConflict(fresh, null, storage);
  writeDraft('studyAvailability', { durationInMinutes: 30 }, storage);
  replaceByServerVersion(saved, storage);
  openDraftsAndFindConflict(mine, saved, storage);
  expect(readDraft('studyAvailability', storage)).toEqual({ durationInMinutes: 30 });
  openDraftsAndFindConflict(fresh, null, storage);
  expect(readDraft('studyAvailability', storage)).toBeNull();
});
