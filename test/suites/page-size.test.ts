import { expect, test } from 'vitest';
import { listPayouts } from '@app/contracts/payment/payouts.ts';
import { listReportsAsAdmin } from '@app/contracts/project/admin-reports.ts';
import { listStudiesAsAdmin } from '@app/contracts/project/admin-studies.ts';
import { listOwnApplications } from '@app/contracts/project/applications.ts';
import { listOwnBookings } from '@app/contracts/project/bookings.ts';
import { listThreads, sendMessage } from '@app/contracts/project/messages.ts';
import { listProjectStudies } from '@app/contracts/project/projects.ts';
import { reportStudy } from '@app/contracts/project/reports.ts';
import { book, freshSlot, makeAccepted } from '../../services/project/test/meetings.ts';
import { makeProject } from '../../services/project/test/studies.ts';
import { makeAdmin } from '../support/admins.ts';
import { useApp } from '../support/app.ts';
import { makeUnsentPayout } from '../support/payouts.ts';
import { registerParticipant, registerResearcher } from '../support/people.ts';

const app = useApp();

test('a page has no more rows than its size, also if more follow', async () => {
  const admin = await makeAdmin(app, ['ADMIN']);
  const researcher = await registerResearcher(app, { verified: true });
  const participant = await registerParticipant(app, { withProfile: true });
  const { id } = await makeProject(app, researcher);
  for (let count = 0; count < 2; count += 1) {
    const { study, applicationId } = await makeAccepted(app, { researcher, participant }, {}, id);
    await book(app, participant, study.id, await freshSlot(app, study.id));
    await app.call(sendMessage, { as: researcher, params: { applicationId }, body: { text: 'Welcome' } });
    const body = { reason: 'OTHER', text: 'Nobody answers' };
    await app.call(reportStudy, { as: participant, params: { id: study.id }, body });
    await makeUnsentPayout(app, { researcher, participant });
  }
  const query = { size: 1 };
  const asAdmin = async () => ({ token: await admin.token() });
  const pages = {
    applications: await app.call(listOwnApplications, { as: participant, query }),
    bookings: await app.call(listOwnBookings, { as: participant, query }),
    threads: await app.call(listThreads, { as: participant, query }),
    payouts: await app.call(listPayouts, { as: participant, query }),
    studies: await app.call(listProjectStudies, { as: researcher, params: { id }, query }),
    allStudies: await app.call(listStudiesAsAdmin, { as: await asAdmin(), query, body: {} }),
    reports: await app.call(listReportsAsAdmin, { as: await asAdmin(), query }),
  };
  for (const [list, { json }] of Object.entries(pages))
    expect({ list, ...json }).toMatchObject({ list, totalPages: json['totalElements'], numberOfElements: 1 });
  for (const { json } of Object.values(pages)) expect(json['totalElements']).toBeGreaterThan(1);
});
