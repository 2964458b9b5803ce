import { expect, it } from 'vitest';
import { testStorage } from '../../test/test-user.ts';
import { switchDraftScope, writeDraft } from '../forms/drafts.ts';
import { findDraftStudy } from './draft-study.ts';
import { DRAFT_KEYS, scopeName } from './study-drafts.ts';

const ALL = Object.values(DRAFT_KEYS);
const scopeOf = (studyId: string | null, userId = 'ama') =>
  scopeName({ userId, projectId: 'talks', studyId });
const parts = {
  studyDetails: { name: 'Market round', deviceRequirements: ['MOBILE', 'DESKTOP'] },
  screenerSurvey: [{ id: '1', question: 'Do you sell?' }],
};

it('finds a draft study, also one that was set aside, and none of another person', () => {
  const storage = testStorage();
  switchDraftScope(ALL, scopeOf(null), storage);
  writeDraft(DRAFT_KEYS.details, { name: 'Begun' }, storage);
  switchDraftScope(ALL, 'ama other', storage);
  expect(findDraftStudy('ama', storage)?.path).toBe('/dashboard/create-study/talks');
  expect(findDraftStudy('efua', storage)).toBeNull();
});

it('finds unsaved changes of a study on the server, and none if both are equal', () => {
  const storage = testStorage();
  switchDraftScope(ALL, scopeOf('study'), storage);
  const text = JSON.stringify(['talks', parts]);
  writeDraft(DRAFT_KEYS.server, { id: 'study', version: 1, text }, storage);
  writeDraft(DRAFT_KEYS.screener, parts.screenerSurvey, storage);
  const same = { deviceRequirements: ['DESKTOP', 'MOBILE'], name: 'Market round ', description: '' };
  writeDraft(DRAFT_KEYS.details, same, storage);
  expect(findDraftStudy('ama', storage)).toBeNull();
  for (const change of [{ name: 'Market round, noon' }, { description: 'We ask:' }]) {
    writeDraft(DRAFT_KEYS.details, { ...same, ...change }, storage);
    expect(findDraftStudy('ama', storage)?.path).toBe('/dashboard/create-study/talks?study=study');
  }
});
