import type { Study } from '@app/contracts/project/studies.ts';
import { INPUT_MAX_LENGTH, countCharacters } from '@app/contracts/text.ts';
import { expect, it } from 'vitest';
import { readDraft, writeDraft } from '../../../forms/drafts.ts';
import { findDraftStudyName, discardDraftStudy } from '../../../product/draft-study.ts';
import { testStudy } from '../../../../test/test-study.ts';
import { testStorage } from '../../../../test/test-user.ts';
import { startCopy } from './copy-study.tsx';
import { openDraftsAndFindConflict } from '../drafts/own-drafts.ts';
import { furthestStage } from '../drafts/stages.ts';
import { toStudyEdit, serializeStudy } from '../drafts/study-content.ts';

const published = {
  ...testStudy,
  projectId: 'elsewhere',
  availableDates: ['2026-11-21'],
  durationInMinutes: 30,
  desiredNumberOfParticipants: 12,
  availableTimes: ['09:00 AM'],
  quotas: [{ maximumAge: 30, places: 12 }],
} as unknown as Study;
const scope = { userId: 'u', projectId: 'p', studyId: null };

it('D-27 copies a study with everything but its days, and nothing of the previous draft', () => {
  const storage = testStorage();
  startCopy(scope, published, storage);
  expect(furthestStage((key) => readDraft(key, storage))).toBe(4);
  expect(readDraft('studyAvailability', storage)).toEqual({
    availableDates: [],
    durationInMinutes: 30,
    desiredNumberOfParticipants: 12,
    availableTimes: ['09:00 AM'],
    quotas: published.quotas,
  });
  expect(readDraft('studyServerDraft', storage)).toBeNull();
  const draft = { ...published, durationInMinutes: null, desiredNumberOfParticipants: null };
  startCopy(scope, draft, storage);
  expect(readDraft('studyAvailability', storage)).toBeNull();
});

it('copies an online study with its survey, but not its last day', () => {
  const storage = testStorage();
  const survey = { address: 'https://x.test/?p={{PARTICIPANT}}', minutes: 8, screenOutPay: 1 };
  const online = { ...published, durationInMinutes: null, incentive: 6, choosing: 'AT_ONCE' as const };
  startCopy(scope, { ...online, survey: { ...survey, medianMinutes: 14, closesOn: '2026-12-05' } }, storage);
  expect(readDraft('studyAvailability', storage)).toEqual({
    mode: 'ONLINE',
    survey,
    choosing: 'AT_ONCE',
    desiredNumberOfParticipants: 12,
    incentive: 6,
    quotas: published.quotas,
  });
});

it('gives the copy a valid name of its own, and keeps the public name', () => {
  const storage = testStorage();
  const details = () => readDraft('studyDetails', storage) as { name: string; publicName: string };
  startCopy(scope, { ...published, name: 'Market' }, storage);
  expect(details()).toMatchObject({ name: 'Market (copy)', publicName: published.publicName });
  startCopy(scope, { ...published, name: 'ɛ'.repeat(INPUT_MAX_LENGTH) }, storage);
  expect(countCharacters(details().name)).toBe(INPUT_MAX_LENGTH);
  expect(details().name).toMatch(/^ɛ+ \(copy\)$/);
});

it('copies the further criteria of the study, and adds none', () => {
  const storage = testStorage();
  const storedDraft = () => readDraft('participantsDemographics', storage) as object;
  startCopy(scope, { ...published, regions: [], languages: [], hasInternet: false }, storage);
  const plain = Object.keys(storedDraft());
  expect(plain).toEqual(['minimumAge', 'maximumAge', 'gender', 'education', 'annualHouseholdIncome']);
  const asking: Study = { ...published, regions: ['BONO', 'ASHANTI'], languages: ['TWI'], hasInternet: true };
  startCopy(scope, asking, storage);
  expect(storedDraft()).toMatchObject({
    regions: ['ASHANTI', 'BONO'],
    languages: ['TWI'],
    hasInternet: true,
  });
  expect(furthestStage((key) => readDraft(key, storage))).toBe(4);
  // A draft whose exclusions were removed is sent without them.
  expect(toStudyEdit(published)).toMatchObject({
    regions: [],
    languages: [],
    phoneOs: [],
    hasInternet: false,
  });
  expect(serializeStudy({ ...published, regions: [], hasInternet: false })).toBe(serializeStudy(published));
  expect(serializeStudy(asking)).not.toBe(serializeStudy(published));
});

it('copies the exclusions of the study, and lets them be removed', () => {
  const storage = testStorage();
  const excludedStudies = { studies: ['b', 'a'], who: ['MET' as const, 'ACCEPTED' as const], weeks: 4 };
  const requiredStudies = { studies: ['d', 'c'], who: ['MET' as const, 'APPLIED' as const] };
  const keeping: Study = { ...published, excludedStudies, requiredStudies };
  startCopy(scope, keeping, storage);
  const inOrder = {
    excludedStudies: { studies: ['a', 'b'], who: ['ACCEPTED', 'MET'], weeks: 4 },
    requiredStudies: { studies: ['c', 'd'], who: ['APPLIED', 'MET'] },
  };
  expect(readDraft('participantsDemographics', storage)).toMatchObject(inOrder);
  expect(toStudyEdit(keeping)).toMatchObject(inOrder);
  expect(toStudyEdit(published)).toMatchObject({ excludedStudies: null, requiredStudies: null });
  expect(serializeStudy(keeping)).not.toBe(serializeStudy(published));
});

it('keeps the name of a study that was sent from this device', () => {
  const storage = testStorage();
  openDraftsAndFindConflict(scope, null, storage);
  writeDraft('studyDetails', { name: 'Sent' }, storage);
  writeDraft('studyServerDraft', { id: 'sent', version: 1, text: '' }, storage);
  startCopy(scope, published, storage);
  expect(readDraft('studyDetails', storage)).toMatchObject({ name: 'Queues (copy)' });
  expect(storage.getItem('studyDetails u p sent')).toBe('{"name":"Sent"}');
});

it('finds a draft study, even while another is open, but none that is empty or stored on the server', () => {
  const storage = testStorage();
  const draftStudyName = () => findDraftStudyName('u', 'p', storage);
  openDraftsAndFindConflict(scope, null, storage);
  expect(draftStudyName()).toBeNull();
  writeDraft('studyDetails', { name: ' ', deviceRequirements: [] }, storage);
  expect(draftStudyName()).toBeNull();
  writeDraft('participantsDemographics', { minimumAge: 18 }, storage);
  expect(draftStudyName()).toBe('');
  writeDraft('studyDetails', { name: 'Queues ' }, storage);
  openDraftsAndFindConflict({ ...scope, projectId: 'other' }, null, storage);
  expect(draftStudyName()).toBe('Queues');
  const undoDiscard = discardDraftStudy('u', 'p', storage);
  expect(draftStudyName()).toBeNull();
  undoDiscard();
  expect(draftStudyName()).toBe('Queues');
  expect(findDraftStudyName('u', 'other', storage)).toBeNull();
  openDraftsAndFindConflict(scope, null, storage);
  writeDraft('studyServerDraft', { id: 's', text: '' }, storage);
  expect(draftStudyName()).toBeNull();
});
