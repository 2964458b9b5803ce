import { expect } from 'vitest';
import type { SignedInUser } from '@app/contracts/identity/person.ts';
import type { Decision } from '@app/contracts/project/applicants.ts';
import { type Application, listOwnApplications } from '@app/contracts/project/applications.ts';
import { type Notification, listNotifications } from '@app/contracts/project/notifications.ts';
import type { Study } from '@app/contracts/project/studies.ts';
import type { TestApp } from './app.ts';
import { registerParticipant, registerResearcher } from './people.ts';
import { decide } from '../../services/project/test/applicants.ts';
import { apply, makeProject, makePublished } from '../../services/project/test/studies.ts';

export const accept = { status: 'ACCEPTED' } as const;
export const decline = {
  status: 'DECLINED',
  reason: 'PLACES_TAKEN',
  note: 'Thank you for your time.',
} as const;
export const resetToPending = { status: 'PENDING' } as const;

interface Applied {
  study: Study;
  id: string;
}

/** A participant with a researcher to whose studies they apply, and the participant's view. */
export interface OneApplicant {
  researcher: SignedInUser;
  participant: SignedInUser;
  projectId: string;
  /** Applies to a study with its own name. */
  applied(publicName: string): Promise<Applied>;
  decideOn(application: Applied, ...decisions: Omit<Decision, 'applicationIds'>[]): Promise<void>;
  seenByApplicant(id: string): Promise<Application>;
  historySeen(id: string): Promise<string[]>;
  /** Returns the participant's notifications about applications to studies with this name, newest first. */
  findNotifications(publicName: string): Promise<Notification[]>;
  findNotificationTexts(publicName: string): Promise<string[]>;
}

export async function meetOneApplicant(app: TestApp): Promise<OneApplicant> {
  const [researcher, participant] = await Promise.all([
    registerResearcher(app, { verified: true }),
    registerParticipant(app, { withProfile: true }),
  ]);
  const projectId = (await makeProject(app, researcher)).id;
  const one: OneApplicant = {
    researcher,
    participant,
    projectId,
    async applied(publicName) {
      const study = await makePublished(app, researcher, { projectId, publicName });
      return { study, id: (await apply(app, participant, study)).content.id };
    },
    async decideOn({ study, id }, ...decisions) {
      for (const decision of decisions) {
        const { content } = await decide(app, researcher, study.id, [id], decision);
        expect(content.decided).toEqual([id]);
      }
    },
    async seenByApplicant(id) {
      const listed = await app.call(listOwnApplications, { as: participant, query: { size: 100 } });
      const own = listed.content.find((application) => application.id === id);
      if (!own) throw new Error('They have applied');
      return own;
    },
    historySeen: async (id) => (await one.seenByApplicant(id)).history.map(({ status }) => status),
    async findNotifications(publicName) {
      const { content } = await app.call(listNotifications, { as: participant, query: { size: 100 } });
      return content.filter(
        ({ message, path }) => message.includes(publicName) && path?.startsWith('/dashboard/studies'),
      );
    },
    findNotificationTexts: async (publicName) =>
      (await one.findNotifications(publicName)).map(({ message }) => message),
  };
  return one;
}
