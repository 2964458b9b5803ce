import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type AddressInfo, type Socket, createServer } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { DefiniteFailure } from './jobs.ts';
import { MailServerFault } from './mail-refusals.ts';
import { UnknownDelivery, openMailbox, smtpMail } from './mail.ts';

const email = {
  id: 'email-1',
  to: 'esi@example.test',
  subject: 'Verify your email',
  text: 'Please follow\nhttp://localhost:3000/verify-email/abc',
  html: '<p>Please <a href="http://localhost:3000/verify-email/abc">follow</a></p>',
};

/** Never ends by itself: the tests end it. */
const SILENCE_MS = 10_000_000;

describe('a mail server', () => {
  const received: { from: string; to: string[]; text: string }[] = [];
  /** The answer to a received email; undefined closes the connection. */
  let answer: number | undefined = 250;
  /** Does not answer until `answerNow` is called. */
  let isThinking = false;
  let answerNow = () => {};
  const open = new Set<Socket>();
  let connections = 0;
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    onRcptTo({ address }, _session, done) {
      if (address.startsWith('refused')) done(Object.assign(new Error('refused'), { responseCode: 550 }));
      else done();
    },
    onData(stream, { envelope }, done) {
      let text = '';
      stream.on('data', (chunk: Buffer) => (text += chunk.toString()));
      stream.on('end', () => {
        if (answer !== undefined && answer >= 400) {
          done(Object.assign(new Error('refused'), { responseCode: answer }));
          return;
        }
        const from = envelope.mailFrom === false ? '' : envelope.mailFrom.address;
        received.push({ from, to: envelope.rcptTo.map(({ address }) => address), text });
        if (answer === undefined) for (const socket of open) socket.destroy();
        else if (isThinking) answerNow = done;
        else done();
      });
    },
  });
  let url: string;
  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    server.server.on('connection', (socket: Socket) => {
      open.add(socket);
      connections += 1;
      socket.on('close', () => open.delete(socket));
    });
    url = `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`;
  });
  afterAll(() => new Promise<void>((resolve) => server.close(resolve)));
  beforeEach(() => {
    received.length = 0;
    answer = 250;
    isThinking = false;
  });

  /** Sends an email to a server that does not answer yet. Returns how to end the wait, and its length. */
  async function sendAndWait() {
    isThinking = true;
    const before = received.length;
    const timers = vi.spyOn(globalThis, 'setTimeout');
    onTestFinished(() => timers.mockRestore());
    const sending = smtpMail(url, 'no-reply@research.example', SILENCE_MS)(email);
    sending.catch(() => {});
    await expect.poll(() => received.length).toBe(before + 1);
    const [end, ms = 0] = timers.mock.calls.findLast(([, after = 0]) => after >= SILENCE_MS) ?? [];
    return { sending, end: end as () => void, ms };
  }

  test('accepts an email in text and HTML, with the same id at every try', async () => {
    const send = smtpMail(url, 'Research <no-reply@research.example>');
    await send(email);
    await send(email);
    expect(received).toHaveLength(2);
    for (const { from, to, text } of received) {
      expect([from, to]).toEqual(['no-reply@research.example', ['esi@example.test']]);
      expect(text).toContain('Message-ID: <email-1@research.example>');
      expect(text).toContain('Content-Type: text/plain');
      expect(text).toContain('Content-Type: text/html');
    }
  });

  test('accepts many emails over one connection, concurrent ones over several, and idle ones are closed', async () => {
    connections = 0;
    const send = smtpMail(`${url}/?maxMessages=1&maxRequeues=9`, 'no-reply@research.example');
    for (let count = 0; count < 20; count += 1) await send(email);
    for (let count = 0; count < 5; count += 1) await Promise.all([send(email), send(email), send(email)]);
    expect(received).toHaveLength(35);
    // Three, unless the machine pauses for longer than a connection waits.
    expect(connections).toBeLessThan(12);
    await expect.poll(() => open.size).toBe(0);
    await send(email);
    expect(received).toHaveLength(36);
  });

  test('that hangs up between two emails, or refuses one, is used over a new connection', async () => {
    const send = smtpMail(url, 'no-reply@research.example');
    await send(email);
    for (const socket of open) socket.destroy();
    const missed = await send(email).then(
      () => 0,
      (error: unknown) => {
        expect(error).not.toBeInstanceOf(UnknownDelivery);
        return 1;
      },
    );
    await send(email);
    answer = 451;
    await expect(send(email)).rejects.toMatchObject({ responseCode: 451 });
    answer = 250;
    await send(email);
    expect(received).toHaveLength(4 - missed);
  });

  test('FLT-4 that has the second email of a connection and hangs up gets no other copy', async () => {
    const send = smtpMail(url, 'no-reply@research.example');
    await send(email);
    answer = undefined;
    await expect(send(email)).rejects.toBeInstanceOf(UnknownDelivery);
    // A copy would have arrived before the next email.
    answer = 250;
    await send({ ...email, id: 'email-2' });
    expect(received.map(({ text }) => /^Message-ID: <(.+)@/m.exec(text)?.[1])).toEqual([
      'email-1',
      'email-1',
      'email-2',
    ]);
  });

  test('B6 gets headers that mark an automatic email, with its unsubscribe link', async () => {
    const send = smtpMail(url, 'no-reply@research.example');
    await send(email);
    const stopUrl = `https://research.example/${'a'.repeat(150)}?token=${'b'.repeat(43)}`;
    await send({ ...email, stopUrl });
    const [plain = '', optional = ''] = received.map(({ text }) => text.replaceAll(/\r\n[ \t]+/g, ' '));
    expect(plain).toMatch(/^Auto-Submitted: auto-generated\r$/m);
    expect(plain).not.toMatch(/^List-/m);
    expect(optional).toMatch(/^Auto-Submitted: auto-generated\r$/m);
    expect(optional).toContain(`\r\nList-Unsubscribe: <${stopUrl}>\r\n`);
    expect(optional).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click\r$/m);
  });

  test('accepts one email to several people, and reports how many of them it refuses', async () => {
    const send = smtpMail(url, 'no-reply@research.example');
    const alsoTo = ['ama@example.test', 'refused@example.test'];
    expect(await send({ ...email, alsoTo })).toEqual({ refused: 1 });
    expect(received.map(({ to }) => to)).toEqual([['esi@example.test', 'ama@example.test']]);
  });

  test('NT2 gets a calendar file both inline and attached, with one method', async () => {
    const calendar = { method: 'CANCEL', text: 'BEGIN:VCALENDAR\r\nEND:VCALENDAR' } as const;
    await smtpMail(url, 'no-reply@research.example')({ ...email, calendar });
    const { text = '' } = received[0] ?? {};
    expect(text).toMatch(/multipart\/alternative/);
    expect(text).toMatch(/content-type: text\/calendar; charset=utf-8; method=CANCEL/i);
    expect(text).toMatch(/filename=invite\.ics/);
  });

  test('IN-13 cannot be made to send other headers or to other people', async () => {
    const subject = 'Hello\r\nBcc: eve@example.test';
    await smtpMail(url, 'no-reply@research.example')({ ...email, subject });
    expect(received.map(({ to }) => to)).toEqual([['esi@example.test']]);
    expect(received[0]?.text).not.toMatch(/^Bcc:/m);
  });

  test.each([
    'Eve <eve@example.test>, esi@example.test',
    'esi@example.test, eve@example.test',
    'esi@example.test; eve@example.test',
    'team: esi@example.test, eve@example.test;',
    'esi@example.test\r\nBcc: eve@example.test',
    'esi@example.test>\r\nRCPT TO:<eve@example.test',
    '"esi@example.test, eve"@example.test',
    'esi@example.test\u0000eve@example.test',
    '=?utf-8?q?eve=40example.test?=@example.test',
  ])('IN-13 treats %j as one address, or none', async (to) => {
    await smtpMail(url, 'Research <no-reply@research.example>')({ ...email, to }).catch(() => {});
    for (const { to: recipients, text } of received) {
      expect(recipients).toHaveLength(1);
      expect(recipients).not.toContain('eve@example.test');
      const headers = text.split('\r\n\r\n', 1)[0] ?? '';
      expect(headers.match(/^(to|cc|bcc):/gim)).toEqual(['To:']);
    }
  });

  test.each<[string, (socket: Socket) => void]>([
    ['says nothing', () => {}],
    [
      'answers byte by byte',
      (socket) => {
        const drops = setInterval(() => socket.write('220-wait\r\n'), 50);
        socket.on('close', () => clearInterval(drops));
      },
    ],
    ...['EHLO', 'MAIL FROM', 'RCPT TO', 'DATA'].map((step): [string, (socket: Socket) => void] => [
      `falls silent at ${step}`,
      (socket) => {
        socket.write('220 ready\r\n');
        socket.on('data', (chunk) => chunk.toString().startsWith(step) || socket.write('250 ok\r\n'));
      },
    ]),
    [
      'is slow at every step',
      (socket) => {
        const answerLater = (line: string) => setTimeout(() => socket.write(line), 200);
        answerLater('220 ready\r\n');
        socket.on('data', () => answerLater('250 ok\r\n'));
      },
    ],
  ])('that %s is disconnected', async (_, onSocket) => {
    const other = createServer((socket) => onSocket(socket.on('error', () => {})));
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void other.close());
    const address = `smtp://127.0.0.1:${(other.address() as AddressInfo).port}`;
    const failure = await smtpMail(
      address,
      'x@research.example',
      300,
    )(email).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(Error);
    expect(failure).not.toBeInstanceOf(UnknownDelivery);
    expect(failure).not.toBeInstanceOf(DefiniteFailure);
  });

  test('FLT-4 may take longer to answer a received email than it may otherwise be silent', async () => {
    const { sending, ms } = await sendAndWait();
    expect(ms).toBe(12 * SILENCE_MS);
    answerNow();
    await sending;
    expect(received).toHaveLength(1);
  });

  test('FLT-4 that has an email and does not answer leaves the outcome unknown', async () => {
    answer = undefined;
    await expect(smtpMail(url, 'no-reply@research.example')(email)).rejects.toBeInstanceOf(UnknownDelivery);
    answer = 250;
    const { sending, end } = await sendAndWait();
    end();
    await expect(sending).rejects.toBeInstanceOf(UnknownDelivery);
    expect(received).toHaveLength(2);
  });

  test('whose URL asks for a log gets none, and is used all the same', async () => {
    answer = undefined;
    const printed = vi.spyOn(console, 'log');
    const send = smtpMail(`${url}/?logger=true&debug=false&pool=true`, 'no-reply@research.example');
    await expect(send(email)).rejects.toBeInstanceOf(UnknownDelivery);
    expect(printed).not.toHaveBeenCalled();
    printed.mockRestore();
  });

  test('that answers an email leaves no outcome unknown, whether it defers or refuses it', async () => {
    answer = 451;
    const failure = await smtpMail(url, 'no-reply@research.example')(email).catch((error: unknown) => error);
    expect(failure).toMatchObject({ responseCode: 451 });
    expect(failure).not.toBeInstanceOf(UnknownDelivery);
    answer = 554;
    const send = smtpMail(url, 'no-reply@research.example');
    await expect(send(email)).rejects.toBeInstanceOf(MailServerFault);
    answer = 250;
    await send({ ...email, to: 'ama@example.test' });
    answer = 554;
    await expect(send(email)).rejects.toBeInstanceOf(DefiniteFailure);
  });

  test('that is unreachable is a failure, so that the job is retried', async () => {
    await expect(smtpMail('smtp://127.0.0.1:1', 'no-reply@research.example')(email)).rejects.toMatchObject({
      fault: 'UNREACHABLE',
      code: 'ECONNREFUSED',
    });
  });
});

test('D-12 the demo’s mailbox lists emails newest first, with their links, for one person on request', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'mailbox-'));
  const mailbox = openMailbox(folder);
  expect(await mailbox.read()).toEqual([]);
  await mailbox.send(email);
  await mailbox.send({ ...email, id: 'email-2', to: 'kofi@example.test' });
  expect((await mailbox.read()).map(({ id }) => id)).toEqual(['email-2', 'email-1']);
  await mailbox.send({ ...email, id: 'email-3', to: 'ama@example.test', alsoTo: ['yaw@example.test'] });
  expect((await mailbox.read('yaw@example.test')).map(({ id }) => id)).toEqual(['email-3']);
  expect(await openMailbox(folder).read('ESI@example.test')).toMatchObject([
    { id: 'email-1', links: ['http://localhost:3000/verify-email/abc'] },
  ]);
  await rm(folder, { recursive: true });
});
