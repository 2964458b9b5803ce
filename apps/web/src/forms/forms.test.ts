import { validation } from '@app/words/validation.ts';
import { expect, it } from 'vitest';
import { CallFailed, networkFailure, problemFailure } from '../api/failure.ts';
import { testStorage } from '../../test/test-user.ts';
import { knownFields, readDraft, renameScope, switchDraftScope, writeDraft } from './drafts.ts';
import { serverFieldErrors } from './server-errors.ts';
import { createSubmitKeys } from './submit-key.ts';

it('S-307 stores and reads a draft, and ignores an invalid one', () => {
  const storage = testStorage();
  writeDraft('studyDetails', { name: 'a' }, storage);
  expect(readDraft('studyDetails', storage)).toEqual({ name: 'a' });
  storage.setItem('studyDetails', '{');
  expect(readDraft('studyDetails', storage)).toBeNull();
  expect(knownFields({ name: 'a', old: 1 }, { name: '' })).toEqual({ name: 'a' });
  expect(knownFields([1], { name: '' })).toEqual({});
});

it('sets aside a draft for another purpose, and brings it back', () => {
  const storage = testStorage();
  switchDraftScope(['studyDetails'], 'project-1', storage);
  writeDraft('studyDetails', { name: 'a' }, storage);
  switchDraftScope(['studyDetails'], 'project-1', storage);
  expect(readDraft('studyDetails', storage)).toEqual({ name: 'a' });
  switchDraftScope(['studyDetails'], 'project-2', storage);
  expect(readDraft('studyDetails', storage)).toBeNull();
  writeDraft('studyDetails', { name: 'b' }, storage);
  switchDraftScope(['studyDetails'], 'project-1', storage);
  expect(readDraft('studyDetails', storage)).toEqual({ name: 'a' });
  switchDraftScope(['studyDetails'], 'project-2', storage);
  expect(readDraft('studyDetails', storage)).toEqual({ name: 'b' });
});

it('moves a draft to another purpose, e.g. a study that has been saved', () => {
  const storage = testStorage();
  switchDraftScope(['studyDetails'], 'project', storage);
  writeDraft('studyDetails', { name: 'a' }, storage);
  renameScope(['studyDetails'], 'project study', storage);
  switchDraftScope(['studyDetails'], 'project', storage);
  expect(readDraft('studyDetails', storage)).toBeNull();
  switchDraftScope(['studyDetails'], 'project study', storage);
  expect(readDraft('studyDetails', storage)).toEqual({ name: 'a' });
});

const refused = new CallFailed({
  kind: 'PROBLEM',
  status: 400,
  code: 'INVALID_INPUT',
  detail: 'No.',
  items: [
    { message: 'one', field: 'email' },
    { message: 'two', field: 'email' },
    { message: 'English', field: 'age', code: 'max', params: { limit: 100 } },
    { message: 'three', field: 'userId' },
    { message: 'four' },
  ],
});

it('assigns errors only to visible fields, the first of each', () => {
  expect([...serverFieldErrors(refused, (name) => name === 'email')]).toEqual([['email', 'one']]);
  expect([...serverFieldErrors(refused, (name) => name === 'age')]).toEqual([['age', validation.max(100)]]);
  expect([...serverFieldErrors(new Error('x'), () => true)]).toEqual([]);
});

it('D-28 repeats the key for the same values only after an unknown outcome', () => {
  let keys = 0;
  const submits = createSubmitKeys(() => `key-${(keys += 1)}`);
  expect(submits.keyFor({ a: 1 })).toBe('key-1');
  submits.ended(networkFailure('offline'));
  expect(submits.keyFor({ a: 1 })).toBe('key-1');
  submits.ended(networkFailure('offline'));
  expect(submits.keyFor({ a: 2 })).toBe('key-2');
  submits.ended(refused);
  expect(submits.keyFor({ a: 2 })).toBe('key-3');
  submits.ended();
  expect(submits.keyFor({ a: 2 })).toBe('key-4');
  submits.ended(problemFailure(409, { code: 'IN_FLIGHT' }));
  expect(submits.keyFor({ a: 2 })).toBe('key-4');
});

it('D-28 recognises a submission after a reload, until its response has arrived', () => {
  let stored: unknown = 'rubbish';
  let keys = 0;
  const begin = () =>
    createSubmitKeys(() => `key-${(keys += 1)}`, {
      read: () => stored,
      write: (open) => (stored = open),
    });
  expect(begin().keyFor({ a: 1 })).toBe('key-1');
  const reloaded = begin();
  expect(reloaded.keyFor({ a: 1 })).toBe('key-1');
  reloaded.ended(networkFailure('offline'));
  expect(begin().keyFor({ a: 2 })).toBe('key-2');
  const answered = begin();
  answered.keyFor({ a: 2 });
  answered.ended();
  expect(stored).toBeNull();
  expect(begin().keyFor({ a: 2 })).toBe('key-3');
});
