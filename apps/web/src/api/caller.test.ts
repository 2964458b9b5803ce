import { readMe, logIn, logOut } from '@app/contracts/identity/sessions.ts';
import { updatePassword } from '@app/contracts/identity/accounts.ts';
import { exportApplicants } from '@app/contracts/project/applicants.ts';
import { saveDraftAnswers } from '@app/contracts/project/draft-answers.ts';
import { browseStudies } from '@app/contracts/project/browsing.ts';
import { markAllNotificationsRead } from '@app/contracts/project/notifications.ts';
import { deleteProject } from '@app/contracts/project/projects.ts';
import type { SignedInUser } from '@app/contracts/identity/person.ts';
import { expect, it, vi } from 'vitest';
import { testUser } from '../../test/test-user.ts';
import { createCaller } from './caller.ts';
import { CallFailed, networkFailure, problemFailure, failureMessage } from './failure.ts';
import { createRenewal } from './token-renewal.ts';

const json = (status: number, body: unknown) => Response.json(body, { status });

function setUp(answers: (Response | Error)[], signedIn: SignedInUser | null = testUser()) {
  let user = signedIn;
  let keys = 0;
  const fetch = vi.fn(async (_address: string, _init: RequestInit) => {
    const answer = answers.shift();
    if (answer === undefined) throw new Error('one call too many');
    if (answer instanceof Error) throw answer;
    return answer;
  });
  const newKey = () => `key-${(keys += 1)}`;
  const endSession = vi.fn();
  const clearDevice = vi.fn();
  const wait = vi.fn(async (_milliseconds: number) => {});
  const alone = <T>(work: () => Promise<T>) => work();
  const deps = {
    fetch,
    readUser: () => user,
    fresh: (token: string) => (token === 'over' ? 'token-2' : token),
    alone,
    renew: createRenewal({
      fetch,
      alone,
      readUser: () => user,
      storeUser: (next) => (user = next),
      clearDevice,
      newKey,
    }),
    endSession,
    newKey,
    wait,
  };
  const sent = (at: number) => {
    const [address, init] = fetch.mock.calls[at]!;
    return { address, method: init.method, headers: init.headers as Record<string, string>, body: init.body };
  };
  const become = (next: SignedInUser | null) => (user = next);
  const forget = () => become(null);
  return {
    call: createCaller('/base', deps),
    fetch,
    sent,
    wait,
    endSession,
    clearDevice,
    become,
    forget,
    user: () => user,
  };
}

it('S-601 sends the bearer token and returns the content', async () => {
  const { call, sent } = setUp([json(200, { content: testUser() })]);
  expect(await call(readMe)).toEqual(testUser());
  expect(sent(0)).toMatchObject({ address: '/base/users/me', method: 'GET' });
  expect(sent(0).headers.Authorization).toBe('Bearer token-1');
  expect(sent(0).headers['Idempotency-Key']).toBeUndefined();
  expect(sent(0).headers['X-Requested-With']).toBe('fetch');
});

it('returns a page of a list unchanged, and puts numbers in the address', async () => {
  const page = { content: [], totalPages: 0, totalElements: 0, size: 10, number: 2, numberOfElements: 0 };
  const { call, sent } = setUp([json(200, page)]);
  expect(await call(browseStudies, { query: { page: 2 } })).toEqual(page);
  expect(sent(0).address).toBe('/base/studies?page=2');
});

it('fills in escaped parameters', async () => {
  const { call, sent } = setUp([json(200, { content: { userId: 'x' } })], null);
  await call(updatePassword, { params: { id: 'a/b' }, query: { token: 't&t' }, body: { password: 'p' } });
  expect(sent(0)).toMatchObject({
    address: '/base/users/update-password/a%2Fb?token=t%26t',
    body: '{"password":"p"}',
  });
});

it('sends an idempotency key with every POST, the caller’s own if given (D-28)', async () => {
  const { call, sent } = setUp([
    new Response(null, { status: 204 }),
    json(200, { content: { markedCount: 1 } }),
  ]);
  await call(logOut);
  await call(markAllNotificationsRead, { idempotencyKey: 'mine' });
  expect(sent(0).headers['Idempotency-Key']).toBe('key-1');
  expect(sent(1).headers['Idempotency-Key']).toBe('mine');
});

const inFlight = (after: string) =>
  Response.json(
    { code: 'IN_FLIGHT', detail: 'Please wait a moment.' },
    { status: 409, headers: { 'Retry-After': after } },
  );

it('CON-6 waits as long as the server says while the first attempt runs, then repeats with the same key', async () => {
  const { call, sent, wait } = setUp([
    inFlight('1'),
    inFlight('3'),
    json(200, { content: { markedCount: 1 } }),
  ]);
  expect(await call(markAllNotificationsRead)).toEqual({ markedCount: 1 });
  expect(wait.mock.calls).toEqual([[1000], [3000]]);
  expect([0, 1, 2].map((at) => sent(at).headers['Idempotency-Key'])).toEqual(['key-1', 'key-1', 'key-1']);
});

it('CON-6 reports an attempt that is still running after several waits', async () => {
  const { call, fetch } = setUp(Array.from({ length: 6 }, () => inFlight('soon')));
  await expect(call(markAllNotificationsRead)).rejects.toMatchObject({
    code: 'IN_FLIGHT',
    message: 'Please wait a moment.',
  });
  expect(fetch).toHaveBeenCalledTimes(6);
});

it.each([
  [422, 'KEY_REUSED'],
  [409, 'ALREADY_APPLIED'],
])('CON-6 treats %i %s as a final response', async (status, code) => {
  const { call, fetch, wait } = setUp([json(status, { code, detail: 'Words.' })]);
  await expect(call(markAllNotificationsRead)).rejects.toMatchObject({ code, message: 'Words.' });
  expect([fetch.mock.calls.length, wait.mock.calls.length]).toEqual([1, 0]);
});

it('CON-5 sends the version to change as If-Match', async () => {
  const { call, sent } = setUp([new Response(null, { status: 204 }), new Response(null, { status: 204 })]);
  await call(deleteProject, { params: { id: 'a' }, ifVersion: 7 });
  await call(deleteProject, { params: { id: 'a' } });
  expect(sent(0).headers['If-Match']).toBe('"7"');
  expect(sent(1).headers['If-Match']).toBeUndefined();
});

it('renews an expired token once and repeats the call with the same key', async () => {
  const { call, sent, user, endSession } = setUp([
    json(401, {}),
    json(200, { content: testUser({ token: 'token-2' }) }),
    json(200, { content: { markedCount: 1 } }),
  ]);
  await call(markAllNotificationsRead);
  expect(sent(1).address).toBe('/mui-identity-service/api/v1/auth/refresh');
  expect(sent(1).headers['Idempotency-Key']).toBe('key-2');
  expect(sent(2).headers).toMatchObject({ Authorization: 'Bearer token-2', 'Idempotency-Key': 'key-1' });
  expect(user()?.token).toBe('token-2');
  expect(endSession).not.toHaveBeenCalled();
});

it('D-23 renews the session first if the browser has lost the user but not the cookie', async () => {
  const restored = [json(401, {}), json(200, { content: testUser() }), json(200, { content: testUser() })];
  const { call, sent, user, endSession } = setUp(restored, null);
  expect(await call(readMe)).toEqual(testUser());
  expect(sent(1).headers['X-Requested-With']).toBe('fetch');
  expect(sent(2).headers.Authorization).toBe('Bearer token-1');
  expect(user()).toEqual(testUser());
  expect(endSession).not.toHaveBeenCalled();
});

it('does not restore a session that another tab has logged out of during a renewal', async () => {
  const { call, fetch, user, forget } = setUp([]);
  fetch.mockImplementationOnce(async () => json(401, {}));
  fetch.mockImplementationOnce(async () => {
    forget();
    return json(200, { content: testUser({ token: 'token-2' }) });
  });
  await expect(call(readMe)).rejects.toMatchObject({ status: 401 });
  expect(user()).toBeNull();
});

it('S-213 sends no request of one person after another has logged in in another tab', async () => {
  const { call, fetch, user, endSession, become } = setUp([]);
  fetch.mockImplementationOnce(async () => {
    become(testUser({ userId: '0199a000-0000-7000-8000-000000000002', token: 'token-of-other' }));
    return json(401, {});
  });
  await expect(call(markAllNotificationsRead)).rejects.toMatchObject({ status: 401 });
  expect(fetch).toHaveBeenCalledOnce();
  expect(endSession).not.toHaveBeenCalled();
  expect(user()?.token).toBe('token-of-other');
});

it('S-213 lets a request outlive the page if it is sent as the page closes', async () => {
  const done = () => new Response(null, { status: 204 });
  const { call, fetch } = setUp([done(), done()]);
  const given = { params: { id: 'a' }, body: { answers: {} } };
  await call(saveDraftAnswers, { ...given, outlivesPage: true });
  await call(saveDraftAnswers, given);
  expect(fetch.mock.calls.map(([, init]) => init.keepalive)).toEqual([true, false]);
});

it('ends the session if it cannot be renewed', async () => {
  const { call, endSession } = setUp([json(401, { detail: 'Please log in to continue.' }), json(401, {})]);
  await expect(call(readMe)).rejects.toMatchObject({ status: 401, detail: 'Please log in to continue.' });
  expect(endSession).toHaveBeenCalledOnce();
});

it('keeps the session if only the network failed during the renewal', async () => {
  const { call, endSession } = setUp([json(401, {}), new TypeError('offline')]);
  await expect(call(readMe)).rejects.toMatchObject({ kind: 'NETWORK' });
  expect(endSession).not.toHaveBeenCalled();
});

it('CON-6 repeats a renewal with the same key after a lost response or while one is still running', async () => {
  const { call, sent, user, endSession } = setUp([
    json(401, {}),
    new TypeError('offline'),
    json(401, {}),
    inFlight('1'),
    json(401, {}),
    json(200, { content: testUser({ token: 'token-2' }) }),
    json(200, { content: testUser() }),
  ]);
  await expect(call(readMe)).rejects.toMatchObject({ kind: 'NETWORK' });
  await expect(call(readMe)).rejects.toMatchObject({ kind: 'NETWORK' });
  await call(readMe);
  expect([1, 3, 5].map((at) => sent(at).headers['Idempotency-Key'])).toEqual(['key-1', 'key-1', 'key-1']);
  expect(user()?.token).toBe('token-2');
  expect(endSession).not.toHaveBeenCalled();
});

it('reports a wrong password as such, even while a person is signed in', async () => {
  const { call, fetch, endSession } = setUp([json(401, { code: 'WRONG_CREDENTIALS', detail: 'No.' })]);
  await expect(call(logIn, { body: { email: 'a@b.gh', password: 'x' } })).rejects.toMatchObject({
    code: 'WRONG_CREDENTIALS',
  });
  expect(fetch).toHaveBeenCalledOnce();
  expect(endSession).not.toHaveBeenCalled();
});

it('distinguishes a dead network from a refusal, and passes on an abort', async () => {
  const { call } = setUp([new TypeError('Failed to fetch'), new DOMException('gone', 'AbortError')]);
  const failure = await call(readMe).catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(CallFailed);
  expect(failure).toMatchObject({ kind: 'NETWORK', status: 0, code: null });
  await expect(call(readMe, {}, AbortSignal.abort())).rejects.toBeInstanceOf(DOMException);
});

it('treats a response without its body as a network failure, and passes on an abort there too', async () => {
  const cutOff = () => {
    const body = new ReadableStream({ start: (controller) => controller.error(new TypeError('cut off')) });
    return new Response(body, { status: 200 });
  };
  const { call } = setUp([cutOff(), cutOff(), cutOff(), json(401, {}), cutOff()]);
  await expect(call(readMe)).rejects.toMatchObject({ kind: 'NETWORK' });
  await expect(call(browseStudies)).rejects.toMatchObject({ kind: 'NETWORK' });
  await expect(call(readMe, {}, AbortSignal.abort())).rejects.toBeInstanceOf(TypeError);
  // This is the response to the renewal.
  await expect(call(readMe)).rejects.toMatchObject({ kind: 'NETWORK' });
});

it.each([
  [undefined, 'Please wait a while and try again.'],
  [1, 'You tried too often in a short time. Please wait 1 second and try again.'],
  [59, 'You tried too often in a short time. Please wait 59 seconds and try again.'],
  [241, 'You tried too often in a short time. Please wait 5 minutes and try again.'],
  [7_200, 'You tried too often in a short time. Please wait 2 hours and try again.'],
])('ABU-2 says how long to wait: %s', (seconds, words) => {
  const detail = 'Please wait a while and try again.';
  expect(failureMessage(problemFailure(429, { code: 'TOO_MANY_REQUESTS', detail }, seconds))).toBe(words);
});

it('says that no text message was sent, and when to request one again', () => {
  expect(failureMessage(problemFailure(429, { code: 'NO_TEXT_SENT', detail: 'No text.' }, 1_900))).toBe(
    'We did not send a code, because there were too many requests. Please wait 32 minutes and try again.',
  );
});

it.each([
  [{ detail: 'Detail.', content: [{ message: 'First.' }] }, 'Detail.'],
  [{ content: [{ message: 'First.' }, { message: 'Second.' }] }, 'First.'],
  [{ detail: '', content: [] }, 'Oops! Server error'],
  [undefined, 'Oops! Server error'],
  ['<html>', 'Oops! Server error'],
])('S-701 finds the message for %j', (body, words) => {
  expect(failureMessage(problemFailure(500, body))).toBe(words);
});

it('S-701 gives the reason for refused input, unless a field shows it', () => {
  const detail = 'Please check the highlighted fields and try again.';
  const content = [
    { message: 'Too late', field: 'startsAt' },
    { message: 'Too long', field: 'reason' },
    { message: 'Too long', field: 'note' },
  ];
  const failure = problemFailure(400, { code: 'INVALID_INPUT', detail, content, requestId: 'r' });
  expect(failureMessage(failure)).toBe('Too late. Too long');
  expect(failureMessage(failure, (field) => field === 'startsAt')).toBe('Too long');
  expect(failureMessage(failure, () => true)).toBe(`${detail} (Reference: r)`);
});

it('S-701 shows the end of the id of the failed request, unless a field shows the error', () => {
  const body = { detail: 'Detail.', requestId: '01a21de7-6ed6-4d9a-a9ff-798cbf2b0f73' };
  const failure = problemFailure(409, body);
  expect([failureMessage(failure), failure.detail]).toEqual(['Detail. (Reference: bf2b0f73)', 'Detail.']);
  expect(failureMessage(networkFailure(undefined))).not.toContain('Reference');
});

it('AP6 returns a complete file with its name, and reports an incomplete one as a network failure', async () => {
  const headers = {
    'Content-Disposition': `attachment; filename="a.csv"; filename*=UTF-8''%C6%90%20%28a%29.csv`,
  };
  const broken = new ReadableStream({ start: (controller) => controller.error(new Error('cut off')) });
  const { call } = setUp([new Response('a,b', { headers }), new Response(broken, { headers })]);
  const given = { params: { id: '1' }, query: {} };
  const { name, content } = await call(exportApplicants, given);
  expect([name, await content.text()]).toEqual(['Ɛ (a).csv', 'a,b']);
  await expect(call(exportApplicants, given)).rejects.toMatchObject({ kind: 'NETWORK' });
});

it('sends requests with a fresh token', async () => {
  const { call, sent } = setUp([json(200, { content: testUser() })], testUser({ token: 'over' }));
  await call(readMe);
  expect(sent(0).headers.Authorization).toBe('Bearer token-2');
});

it.each([
  ['SESSION_REVOKED', 1],
  ['NOT_SIGNED_IN', 0],
])('SES-9 a renewal refused with %s clears the browser’s session %i times', async (code, times) => {
  const { call, clearDevice, endSession } = setUp([json(401, {}), json(401, { code })]);
  await expect(call(readMe)).rejects.toMatchObject({ status: 401 });
  expect(clearDevice).toHaveBeenCalledTimes(times);
  expect(endSession).toHaveBeenCalledTimes(1);
});
