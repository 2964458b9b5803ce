import { createECDH, randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { SignedInUser } from '@app/contracts/identity/person.ts';
import { readPush, savePushSubscription } from '@app/contracts/identity/push.ts';
import type { ProjectEmail } from '@app/contracts/emails.ts';
import { transaction } from '@app/kit/database.ts';
import { type EmailMessage, UnknownDelivery } from '@app/kit/mail.ts';
import { TEXTED_KINDS } from '@app/words/texts.ts';
import { type TestApp, startTestApp } from '@app/test/support/app.ts';
import { registerParticipant } from '@app/test/support/people.ts';
import { DELIVERY_SEQUENCES, STORM_SEED } from '@app/test/support/sizes.ts';
import { createFakeGateway, textDeps } from '@app/test/support/text-deps.ts';
import { deliverEmail } from '../emails/deliver-email.ts';
import { type EmailJob, BULK_EMAILS, EMAILS } from '../emails/queue-email.ts';
import { type PushJob, PUSHES } from '../push/send-push.ts';
import { deliverText } from '../texts/deliver-text.ts';
import type { TextSendOutcome } from '../text-gateway.ts';
import { type TextJob, type TextKind, queueText } from '../texts/queue-text.ts';
import { queueRequestedNotification } from './request-email.ts';
import { sendProjectPush } from './notification-choices.ts';
import { PROJECT_EMAIL, PROJECT_TEXT } from './emails.ts';

const TO = '+233246900001';
/** The meeting is in the afternoon, so its text does not wait for an evening. */
const WHEN = '2099-09-30T22:30:00.000Z';
/** STUDIES_FIT is left out: promotion leaves on certain weekdays, which another test shows. */
const NOTIFICATION_KINDS = [
  ...TEXTED_KINDS.filter((kind) => kind !== 'STUDIES_FIT'),
  'MEETING_BOOKED',
] as const;

/** A push service: its next statuses (afterwards always 201), and the topics that it accepted. */
const pushAnswers: number[] = [];
const pushed: string[] = [];
const service = createServer((request, response) => {
  const status = pushAnswers.shift() ?? 201;
  if (status === 201) pushed.push(String(request.headers['topic']));
  request.resume().on('end', () => response.writeHead(status).end());
});

let app: TestApp;
let base: ReturnType<typeof textDeps>;
let person: SignedInUser;
let origin = '';
beforeAll(async () => {
  await new Promise<void>((done) => service.listen(0, '127.0.0.1', done));
  origin = `http://127.0.0.1:${(service.address() as AddressInfo).port}`;
  app = await startTestApp(
    {
      SMS_GATEWAY: 'arkesel',
      SMS_KEY: 'key',
      SMS_SENDER: 'Nkomo',
      PUSH_SERVICES: [origin],
      TEXTS_PER_PERSON_PER_DAY: 3,
    },
    undefined,
    { withWorkers: false },
  );
  base = textDeps(app, createFakeGateway());
  person = await registerParticipant(app);
});
afterAll(async () => {
  await app.close();
  service.close();
});

const run = (statement: ReturnType<typeof sql>) => statement.execute(app.engine.owner);

/**
 * These may change while a notification waits: a choice, the number, the meeting, the hours or the browser.
 */
const CHANGES = ['TEXTS', 'EMAILS', 'PUSHES', 'NUMBER', 'OVER', 'NIGHT', 'BROWSER'] as const;
type Change = (typeof CHANGES)[number];
/** The outcome of a try: an answer of the gateway, or a process that dies. */
const FATES = [
  'GOOD',
  'GOOD',
  'HELD',
  'UNKNOWN',
  'REFUSED',
  'DIES_BEFORE',
  'DIES_UNSENT',
  'DIES_SENT',
] as const;
type TryFate = (typeof FATES)[number];
const act = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({ asks: fc.constantFrom(...NOTIFICATION_KINDS, 'CODE' as const), about: fc.nat(3) }),
  },
  { weight: 2, arbitrary: fc.record({ changes: fc.constantFrom(...CHANGES) }) },
  {
    weight: 6,
    arbitrary: fc.record({ job: fc.nat(30), fate: fc.constantFrom(...FATES), isTwice: fc.boolean() }),
  },
);

class Died extends Error {}

const isEmail = ({ queue }: { queue: string }) => queue === EMAILS.name || queue === BULK_EMAILS.name;

/** The queued jobs and what was sent of them, by nodes that come and go. */
class World {
  readonly open: { queue: string; data: TextJob | EmailJob | PushJob }[] = [];
  /** By text: each time it was handed to the gateway, and the answer. */
  readonly handed = new Map<string, (TextSendOutcome['kind'] | 'NOTHING')[]>();
  readonly emails = new Map<string, EmailMessage[]>();
  readonly asked = new Set<string>();
  readonly pushes: PushJob[] = [];
  readonly off = new Set<Change>();
  /** Everything that was ever off: nothing else may cause a notification to be dropped. */
  readonly everOff = new Set<Change>();
  readonly flaws: string[] = [];

  /** Each try has its own node, as if the previous one had ended. */
  private node(job: { id?: string; kind?: string }, fate: TryFate) {
    const die = (at: TryFate) => {
      if (fate === at) throw new Died();
    };
    const gateway = createFakeGateway();
    gateway.send = async () => {
      die('DIES_UNSENT');
      const outcome: TextSendOutcome =
        fate === 'HELD'
          ? { kind: 'not-sent' }
          : fate === 'UNKNOWN'
            ? { kind: 'unknown' }
            : fate === 'REFUSED'
              ? { kind: 'refused', reason: 'NUMBER' }
              : { kind: 'accepted', gatewayId: undefined };
      if (outcome.kind !== 'not-sent') {
        if (this.off.has('NIGHT') && job.kind !== CODE.name) this.flaws.push('left at night');
        const known = this.handed.get(job.id ?? '') ?? [];
        this.handed.set(job.id ?? '', [...known, fate === 'DIES_SENT' ? 'NOTHING' : outcome.kind]);
      }
      die('DIES_SENT');
      return outcome;
    };
    const hour = new Date().getUTCHours();
    const night = hour < 12 ? { from: 14, until: 20 } : { from: 2, until: 8 };
    const email: ProjectEmail | null = this.off.has('OVER')
      ? null
      : { params: { reason: 'ill', when: WHEN, study: 's', company: 'c' }, path: '/', event: null };
    const answers = async () => {
      die('DIES_BEFORE');
      return { email };
    };
    return {
      ...base,
      gateway,
      config: { ...base.config, TEXT_HOURS: this.off.has('NIGHT') ? night : { from: 0, until: 24 } },
      callProject: answers as never,
      callPayment: answers as never,
      sendMail: async (sentEmail: EmailMessage) => {
        die('DIES_UNSENT');
        if (fate === 'HELD' || fate === 'REFUSED') throw new Error('No server there');
        this.emails.set(sentEmail.id, [...(this.emails.get(sentEmail.id) ?? []), sentEmail]);
        if (fate === 'UNKNOWN') throw new UnknownDelivery('No answer');
        die('DIES_SENT');
      },
      jobs: {
        send: async (_: unknown, { name: queue }: { name: string }, data: TextJob) =>
          void this.open.push({ queue, data }),
      } as never,
    };
  }

  async ask(kind: (typeof NOTIFICATION_KINDS)[number] | 'CODE', about: number): Promise<void> {
    const before = this.open.length;
    const node = this.node({}, 'GOOD');
    if (kind === 'CODE') await transaction(base.db, (trx) => queueText(node, trx, CODE, { userId: null }));
    else {
      await queueRequestedNotification(node, { userId: person.userId, kind, about: `about-${about}` });
      const added = this.open.slice(before).filter(isEmail).length;
      // One email for each notification, however often it is requested.
      if (added !== (this.asked.has(`${kind} ${about}`) ? 0 : 1)) this.flaws.push(`${added} emails`);
      this.asked.add(`${kind} ${about}`);
    }
    for (const { queue, data } of this.open.slice(before))
      if (queue === PUSHES.name) this.pushes.push(data as PushJob);
  }

  async change(what: Change): Promise<void> {
    const isOff = !this.off.has(what);
    if (isOff) this.off.add(what);
    else this.off.delete(what);
    if (isOff) this.everOff.add(what);
    const { userId } = person;
    const wants = { TEXTS: 'wants_texts', EMAILS: 'wants_decisions', PUSHES: 'wants_decision_pushes' };
    if (what in wants)
      await run(
        sql`update identity.people set ${sql.ref(wants[what as 'TEXTS'])} = ${!isOff} where user_id = ${userId}`,
      );
    if (what === 'NUMBER') await (isOff ? run(sql`delete from identity.phones`) : prove());
    if (what === 'BROWSER') await (isOff ? run(sql`delete from identity.push_subscriptions`) : subscribe());
  }

  /** Tries a waiting job once; with `isTwice` on two nodes at once, as after one was considered dead. */
  async work(at: number, fate: TryFate, isTwice: boolean): Promise<void> {
    const [job] = this.open.splice(at % Math.max(this.open.length, 1), 1);
    if (!job) return;
    const tries = Array.from({ length: isTwice ? 2 : 1 }, () => this.attempt(job, fate));
    const ends = await Promise.allSettled(tries);
    const failure = ends.find((end) => end.status === 'rejected');
    if (!failure) return;
    this.open.push(job);
    // Any other error would make the queue retry for three days, so it is a flaw.
    const message = `${failure.reason?.constructor?.name} ${failure.reason?.message}`;
    if (!/TextDeferred|Died|push service|No server|fetch/.test(message)) this.flaws.push(message);
  }

  private async attempt({ queue, data }: World['open'][number], fate: TryFate): Promise<void> {
    const node = this.node(data as TextJob, fate);
    if (isEmail({ queue })) return deliverEmail(node, [PROJECT_EMAIL], data as EmailJob);
    if (queue === PUSHES.name) {
      if (fate === 'HELD' || fate === 'UNKNOWN') pushAnswers.push(500);
      return sendProjectPush(node, data as PushJob).finally(() => (pushAnswers.length = 0));
    }
    return deliverText(node, [PROJECT_TEXT, CODE], data as TextJob);
  }
}

const CODE: TextKind = { name: 'CODE', isUrgent: true, write: async () => ({ to: TO, text: '123456' }) };

async function prove(): Promise<void> {
  const proven = { proven_number: TO, number_hash: base.seal.keyedHash(TO) };
  await base.db
    .insertInto('identity.phones')
    .values({ user_id: person.userId, role: 'PARTICIPANT', ...proven })
    .execute();
}
async function subscribe(): Promise<void> {
  const curve = createECDH('prime256v1');
  const { publicKey } = (await app.call(readPush, { as: person })).content;
  const body = {
    endpoint: `${origin}/${crypto.randomUUID()}`,
    p256dh: curve.generateKeys().toString('base64url'),
    auth: randomBytes(16).toString('base64url'),
    publicKey: publicKey ?? '',
    isRenewal: false,
  };
  await app.call(savePushSubscription, { as: person, body });
}

test('whatever happens, each notification leaves once, or by the next channel, or its drop has a reason', async () => {
  const sequence = fc.asyncProperty(fc.array(act, { minLength: 4, maxLength: 25 }), async (acts) => {
    pushed.length = 0;
    await run(sql`delete from identity.texts`);
    await run(sql`delete from identity.limits`);
    await run(sql`delete from identity.requested_emails`);
    await run(sql`delete from identity.phones`);
    await run(sql`delete from identity.push_subscriptions`);
    await run(
      sql`update identity.people set wants_texts = true, wants_decisions = true, wants_decision_pushes = true`,
    );
    await prove();
    await subscribe();
    const world = new World();
    for (const one of acts) {
      if ('asks' in one) await world.ask(one.asks, one.about);
      else if ('changes' in one) await world.change(one.changes);
      else await world.work(one.job, one.fate, one.isTwice);
    }
    // Everything works again, and it is day.
    if (world.off.has('NIGHT')) await world.change('NIGHT');
    for (let rounds = 0; world.open.length > 0; rounds += 1) {
      expect(rounds).toBeLessThan(500);
      await world.work(0, 'GOOD', false);
    }

    expect(world.flaws).toEqual([]);
    const { rows } = await sql<{ id: string; state: string; reason: string | null; kind: string }>`
      select text_id as id, state, reason, kind from identity.texts`.execute(app.engine.owner);
    for (const { id, state, reason, kind } of rows) {
      const handed = world.handed.get(id) ?? [];
      // No text is handed over twice, and its state is the gateway's answer.
      expect(handed.length).toBeLessThanOrEqual(1);
      const [outcome = 'none'] = handed;
      const ends = {
        accepted: ['ACCEPTED'],
        refused: ['FAILED'],
        unknown: ['UNKNOWN'],
        NOTHING: ['UNKNOWN'],
        none: ['DROPPED', 'UNKNOWN'],
      };
      expect(ends[outcome as keyof typeof ends]).toContain(state);
      if (state !== 'ACCEPTED') expect(reason).toMatch(/^(?:STALE|CEILING|NUMBER|CUT|UNANSWERED)$/);
      if (reason === 'STALE' || reason === 'CEILING') expect(kind).not.toBe(CODE.name);
      if (reason === 'STALE')
        expect(['TEXTS', 'NUMBER', 'OVER'].some((what) => world.everOff.has(what as Change))).toBe(true);
    }
    // Each text has its email, sent once or repeated identically, unless it is unwanted or its meeting has
    // ended.
    if (!world.everOff.has('EMAILS') && !world.everOff.has('OVER'))
      expect(world.emails.size).toBe(world.asked.size);
    expect(world.emails.size).toBeLessThanOrEqual(world.asked.size);
    for (const [first, ...copies] of world.emails.values())
      for (const copy of copies) expect(copy).toEqual(first);
    if (world.everOff.size === 0) expect(new Set(pushed).size).toBe(world.pushes.length);
    expect(new Set(pushed).size).toBeLessThanOrEqual(world.pushes.length);
  });
  await fc.assert(sequence, { numRuns: DELIVERY_SEQUENCES, seed: Number(STORM_SEED) });
});
