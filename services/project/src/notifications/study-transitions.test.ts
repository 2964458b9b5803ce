import { beforeAll, expect, test } from 'vitest';
import type { SignedInUser } from '@app/contracts/identity/person.ts';
import { withdrawApplication } from '@app/contracts/project/applications.ts';
import { notifyPerson } from '@app/contracts/project/notifications.ts';
import { closeStudy, pauseStudy, resumeStudy } from '@app/contracts/project/study-calls.ts';
import type { Study } from '@app/contracts/project/studies.ts';
import { useApp } from '@app/test/support/app.ts';
import { type OpenPage } from '@app/test/support/event-stream.ts';
import {
  type OneApplicant,
  accept,
  meetOneApplicant,
  resetToPending,
} from '@app/test/support/one-applicant.ts';
import { registerParticipant } from '@app/test/support/people.ts';
import { serviceToken } from '@app/test/support/samples/world.ts';
import { decide, notifyOfDecisions } from '#test/applicants.ts';
import { apply, makePublished } from '#test/studies.ts';
import { watchPage } from '#test/pages.ts';

const app = useApp({ DECISION_NOTICE_SECONDS: 3600 });
let one: OneApplicant;
beforeAll(async () => {
  one = await meetOneApplicant(app);
});

async function applyAsParticipant(study: Study) {
  const person = await registerParticipant(app, { withProfile: true });
  const { id } = (await apply(app, person, study)).content;
  const withdraw = () => app.call(withdrawApplication, { as: person, params: { id } });
  return { id, person, page: await watchPage(app, person), withdraw };
}

/** Events arrive in order, so every earlier one has arrived. */
async function waitUntilIdle({ person, page }: { person: SignedInUser; page: OpenPage }) {
  const before = page.counts.length;
  const as = { token: await serviceToken({ app }, 'identity', 'project') };
  const body = { key: crypto.randomUUID(), event: 'COMPANY_ACCEPTED' };
  await app.call(notifyPerson, { as, params: { userId: person.userId }, body });
  await expect.poll(() => page.counts.length).toBeGreaterThan(before);
  return page.moves;
}

test('S-406 D-31 only open pages of waiting applicants update when a study is paused, resumed, filled or opened', async () => {
  const study = await makePublished(
    app,
    one.researcher,
    { projectId: one.projectId, publicName: 'One place' },
    { desiredNumberOfParticipants: 1 },
  );
  const [waiting, chosen, gone] = [
    await applyAsParticipant(study),
    await applyAsParticipant(study),
    await applyAsParticipant(study),
  ];
  await gone.withdraw();
  const stranger = await registerParticipant(app, { withProfile: true });
  const outsider = { person: stranger, page: await watchPage(app, stranger) };
  const params = { id: study.id };
  const as = one.researcher;
  const expectReloads = async (moves: number) => {
    await expect.poll(() => waiting.page.moves).toBe(moves);
  };

  await app.call(pauseStudy, { as, params });
  await expectReloads(1);
  await app.call(pauseStudy, { as, params });
  expect(await waitUntilIdle(waiting)).toBe(1);
  await app.call(resumeStudy, { as, params });
  await expectReloads(2);

  // The notification changes no study.
  await decide(app, as, study.id, [chosen.id], accept);
  await expectReloads(3);
  await notifyOfDecisions(app);
  expect(await waitUntilIdle(waiting)).toBe(3);
  await decide(app, as, study.id, [chosen.id], resetToPending);
  await expectReloads(4);
  await decide(app, as, study.id, [chosen.id], accept);
  await expectReloads(5);
  await chosen.withdraw();
  await expectReloads(6);
  expect([await waitUntilIdle(gone), await waitUntilIdle(outsider)]).toEqual([0, 0]);
});

test('S-406 a closing notifies each waiting applicant, and updates their pages once', async () => {
  const { study } = await one.applied('Closing soon');
  const waiting = { person: one.participant, page: await watchPage(app, one.participant) };
  const before = waiting.page.counts.at(-1) ?? 0;
  await app.call(closeStudy, { as: one.researcher, params: { id: study.id } });
  await expect.poll(() => waiting.page.counts.at(-1)).toBeGreaterThan(before);
  expect(await waitUntilIdle(waiting)).toBe(0);
});
