import { expect, test } from 'vitest';
import { DefiniteFailure } from '@app/kit/jobs.ts';
import { createLog } from '@app/kit/log.ts';
import { MailboxRefused } from '@app/kit/mail-refusals.ts';
import { UnknownDelivery } from '@app/kit/mail.ts';
import { resetPasswordEmail } from '../accounts/emails.ts';
import type { Deps } from '../deps.ts';
import { deliverEmail, MOST_COPIES, sendEmail } from './deliver-email.ts';
import type { EmailKind } from './queue-email.ts';

const PUBLIC_URL = 'https://research.example';
const email = { ...resetPasswordEmail('Ama', `${PUBLIC_URL}/reset-password/x`), to: 'ama@example.test' };
const kind: EmailKind = { name: 'KNOWN', write: async () => email };

/** A mail server that fails with the given error. */
const failing = (error: Error) =>
  ({
    config: { PUBLIC_URL },
    log: createLog('silent'),
    sendMail: () => Promise.reject(error),
  }) as unknown as Deps;
const job = { id: crypto.randomUUID(), kind: kind.name, userId: crypto.randomUUID() };

test('an email kind that only a node of another version knows is retried later', async () => {
  const unknown = { ...job, kind: 'OF_TOMORROW' };
  await expect(deliverEmail({} as Deps, [kind], unknown)).rejects.toThrow(
    'No email kind is called OF_TOMORROW',
  );
});

test('a kind with a `refused` handler records a refused mailbox, and no other failure', async () => {
  let refused = 0;
  const ofList: EmailKind = { ...kind, refused: async () => void (refused += 1) };
  await expect(deliverEmail(failing(new Error('down')), [ofList], job)).rejects.toThrow('down');
  expect(refused).toBe(0);
  await deliverEmail(failing(new MailboxRefused('550 5.1.1')), [ofList], job);
  expect(refused).toBe(1);
});

test('only an email with an unknown outcome is sent again as a copy, up to a limit', async () => {
  const send = (error: Error, unknownOutcomes = 0) =>
    sendEmail(failing(error), { id: job.id, unknownOutcomes, ...email });
  expect(await send(new UnknownDelivery('no answer'))).toEqual({ unknownOutcomes: 1, afterSeconds: 5 });
  expect(await send(new UnknownDelivery('no answer'), 1)).toEqual({ unknownOutcomes: 2, afterSeconds: 20 });
  await expect(send(new Error('down'))).rejects.toThrow('down');
  const last = { ...job, unknownOutcomes: MOST_COPIES };
  await expect(deliverEmail({} as Deps, [kind], last)).rejects.toThrow(DefiniteFailure);
});
