import fc from 'fast-check';
import { sql } from 'kysely';
import { beforeAll, expect, inject, test } from 'vitest';
import type { SignedInUser } from '@app/contracts/identity/person.ts';
import * as attendanceCalls from '@app/contracts/project/attendance.ts';
import type { CallPeer } from '@app/kit/peer.ts';
import { createLog } from '@app/kit/log.ts';
import { useApp } from '@app/test/support/app.ts';
import { registerParticipant, registerResearcher } from '@app/test/support/people.ts';
import { serviceToken } from '@app/test/support/samples/world.ts';
import { MONEY_SEQUENCES, sequencesOn } from '@app/test/support/sizes.ts';
import { findLedgerFlaws } from '../../../payment/test/money.ts';
import { makePaidStudy } from '@app/test/support/paid-studies.ts';
import type { ProjectTables } from '../schema.ts';
import { accept, book, freshSlot, moveStart } from '#test/meetings.ts';
import { sendPayable } from './send-payables.ts';

const app = useApp({}, undefined, { withWorkers: false });
let researcher: SignedInUser;
let applicationId: string;
let bookingId: string;
let send: () => Promise<void>;
let callPayment: CallPeer;
beforeAll(async () => {
  researcher = await registerResearcher(app, { verified: true });
  const participant = await registerParticipant(app, { withProfile: true });
  const study = await makePaidStudy(app, researcher);
  applicationId = await accept(app, { researcher, participant, study });
  bookingId = (await book(app, participant, study.id, await freshSlot(app, study.id))).content.id;
  await moveStart(app, bookingId, '1 hour');
  callPayment = (async (endpoint: never, given: object) => {
    // A token is valid for a minute.
    const as = { token: await serviceToken({ app }, 'project', 'payment') };
    return (await app.call(endpoint, { as, ...given })).content;
  }) as unknown as CallPeer;
  const db = app.engine.connect<ProjectTables>('project_app');
  const log = createLog('silent');
  send = () => sendPayable({ db, callPayment, log }, { applicationId });
});

const STEPS = ['ATTENDED', 'TURNED_AWAY', 'UNMARKED', 'send', 'sendTwice', 'both', 'makeDue'] as const;
const mark = (outcome: string) =>
  app.call(attendanceCalls.markAttendance, { as: researcher, params: { id: bookingId }, body: { outcome } });

/** Makes payables due, while an earlier undo may still wait for its row. */
const makeDue = () =>
  sql`update project.payables set due_at = now() where application_id = ${applicationId}`.execute(
    app.engine.owner,
  );

const steps = {
  makeDue,
  send: () => send(),
  sendTwice: () => Promise.all([send(), send()]),
  both: () => Promise.all([send(), mark('UNMARKED'), send(), mark('ATTENDED'), send()]),
};

test('however marks and the sending of payables interleave, the newest decision is sent', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.constantFrom(...STEPS), { maxLength: 12 }), async (sequence) => {
      for (const step of sequence) {
        if (step in steps) await steps[step as keyof typeof steps]();
        else await mark(step);
      }
      await makeDue();
      await send();
      const { rows } = await sql<{ counts: boolean; requested: number; version: number; sent: number }>`
        select booking.counts_as_attended as counts, coalesce(payable.version, 0) as version, coalesce(payable.sent_version, 0) as sent,
          coalesce((select case when state = 'CANCELLED' then 0 else pesewas end
            from payment.payouts as payout where payout.application_id = booking.application_id), 0)::int as requested
        from project.bookings as booking left join project.payables as payable using (application_id)
        where booking.booking_id = ${bookingId}`.execute(app.engine.owner);
      const [now] = rows;
      expect(now?.requested).toBe(now?.counts ? 5000 : 0);
      expect(now?.sent).toBe(now?.version);
      expect(await findLedgerFlaws(app)).toEqual([]);
    }),
    { numRuns: sequencesOn(inject('engine'), MONEY_SEQUENCES) },
  );
});
