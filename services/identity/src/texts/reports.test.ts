// @module-tag both-engines
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { IDENTITY_BASE } from '@app/contracts/bases.ts';
import { useApp } from '@app/test/support/app.ts';
import { readIdentityConfig } from '../config.ts';
import { ANY_TEXT, reportUrl } from './routes.ts';

const SMS = { SMS_GATEWAY: 'arkesel', SMS_URL: 'http://127.0.0.1:1', SMS_KEY: 'key', SMS_SENDER: 'Nkomo' };
const app = useApp(SMS, undefined, { withWorkers: false });

async function insert(state: string, gatewayId: string | null = null): Promise<string> {
  const id = crypto.randomUUID();
  await sql`insert into identity.texts (text_id, kind, state, gateway, gateway_id, left_at)
    values (${id}, 'CODE', ${state}, 'ARKESEL', ${gatewayId}, now())`.execute(app.engine.owner);
  return id;
}
async function readTextState(id: string) {
  const { rows } = await sql<{
    state: string;
  }>`select state from identity.texts where text_id = ${id}`.execute(app.engine.owner);
  return rows[0]?.state;
}
const reportPath = (of: string) => new URL(reportUrl(readIdentityConfig(app.settings), of)).pathname;
async function report(path: string, fields: Record<string, string>, method: 'GET' | 'POST' = 'GET') {
  const form = new URLSearchParams(fields).toString();
  const answer = await app.process.app.inject(
    method === 'GET'
      ? { url: `${path}?${form}` }
      : {
          method,
          url: path,
          payload: form,
          headers: { 'content-type': 'application/x-www-form-urlencoded' },
        },
  );
  return answer.statusCode;
}

describe('a report', () => {
  test.each(['LEAVING', 'UNKNOWN', 'ACCEPTED'])(
    'moves a text that is %s on, and never back',
    async (state) => {
      const id = await insert(state);
      const path = reportPath(id);
      expect(await report(path, { sms_id: 'a', status: 'SUBMITTED' })).toBe(200);
      expect(await readTextState(id)).toBe(state);
      expect(await report(path, { sms_id: 'a', status: 'DELIVERED' })).toBe(200);
      expect(await report(path, { sms_id: 'a', status: 'NOT_DELIVERED' })).toBe(200);
      expect(await report(path, { sms_id: 'a', status: 'QUEUED' })).toBe(200);
      expect(await readTextState(id)).toBe('DELIVERED');
    },
  );

  test.each(['WAITING', 'DROPPED', 'FAILED'])('changes nothing of one that is %s', async (state) => {
    const id = await insert(state);
    await report(reportPath(id), { sms_id: 'a', status: 'DELIVERED' });
    expect(await readTextState(id)).toBe(state);
  });

  test('to the shared URL finds its text by the gateway’s own id, also as a form', async () => {
    const gatewayId = crypto.randomUUID();
    const [id, other] = [await insert('ACCEPTED', gatewayId), await insert('ACCEPTED', crypto.randomUUID())];
    expect(await report(reportPath(ANY_TEXT), { sms_id: gatewayId, status: 'NOT_DELIVERED' }, 'POST')).toBe(
      200,
    );
    expect([await readTextState(id), await readTextState(other)]).toEqual(['FAILED', 'ACCEPTED']);
  });

  test('about a text that its URL does not name changes neither', async () => {
    const [id, other] = [await insert('ACCEPTED', 'a-1'), await insert('ACCEPTED', 'a-2')];
    await report(reportPath(id), { sms_id: 'a-2', status: 'DELIVERED' });
    expect([await readTextState(id), await readTextState(other)]).toEqual(['ACCEPTED', 'ACCEPTED']);
  });

  test('to a URL that no gateway was given is not accepted', async () => {
    const id = await insert('ACCEPTED');
    const [other, path] = [reportPath(await insert('ACCEPTED')), reportPath(id)];
    const secret = other.slice(other.lastIndexOf('/'));
    for (const forged of [
      `${path.slice(0, path.lastIndexOf('/'))}${secret}`,
      `${path.slice(0, -4)}AAAA`,
      `${IDENTITY_BASE}/text-reports/${id}/x`,
      `${IDENTITY_BASE}/text-reports/${ANY_TEXT}${secret}`,
      `${IDENTITY_BASE}/text-reports/constructor/x`,
    ])
      expect(await report(forged, { sms_id: 'a', status: 'DELIVERED' })).toBe(404);
    expect(await readTextState(id)).toBe('ACCEPTED');
  });

  test('with odd or oversized fields stores nothing', async () => {
    const id = await insert('ACCEPTED');
    const path = reportPath(id);
    const post = async (payload: string | Buffer, type: string) =>
      (
        await app.process.app.inject({
          method: 'POST',
          url: path,
          payload,
          headers: { 'content-type': type },
        })
      ).statusCode;
    expect(await post('{"sms_id":"a","status":"DELIVERED"}', 'application/json')).toBe(200);
    expect(await post(Buffer.from([0, 255, 61, 38]), 'text/odd')).toBe(400);
    expect(await post('a'.repeat(17_000), 'text/plain')).toBe(413);
    expect(await readTextState(id)).toBe('ACCEPTED');
  });
});
