import { expect, test } from 'vitest';
import { type ServiceContract, endpoint } from '@app/contracts/endpoint.ts';
import { noAuthority } from '../test/no-authority.ts';
import { createLog } from './log.ts';
import { createRoute } from './route.ts';
import { createServer } from './server.ts';

const actAsAdmin = endpoint({
  method: 'POST',
  path: '/acts',
  summary: 'Act',
  access: 'ADMIN',
  adminRoles: ['FINANCE'],
  needsRecentPasskey: true,
  errors: [],
});
const contract = {
  name: 'project',
  title: 'Acts',
  base: '/',
  endpoints: { actAsAdmin },
} as const satisfies ServiceContract;

test('an act that needs a recent passkey is refused after an older one, and only then', async () => {
  let acts = 0;
  const app = await createServer(createLog('silent'));
  const verify = async (token: string) => {
    const [role, isPasskeyRecent] = token.split('.');
    const userId = crypto.randomUUID();
    const adminRoles = [role === 'FINANCE' ? role : 'SUPPORT'] as const;
    return {
      userId,
      sessionId: userId,
      name: 'Efua',
      role: 'ADMIN' as const,
      token,
      adminRoles,
      isPasskeyRecent: isPasskeyRecent === 'recent',
    };
  };
  const authority = { ...noAuthority, admins: { verify, recordLook: async () => {} } };
  const { route } = createRoute(app, contract, authority, { app, origin: 'http://localhost:3900' });
  route(actAsAdmin, async () => void (acts += 1));
  const act = async (token: string) => {
    const answer = await app.inject({
      method: 'POST',
      url: '/acts',
      headers: { authorization: `Bearer ${token}` },
    });
    return answer.statusCode === 204 ? 'DONE' : answer.json<{ code: string }>().code;
  };
  expect(await act('FINANCE.recent')).toBe('DONE');
  expect(await act('FINANCE.old')).toBe('PASSKEY_TOO_OLD');
  // A new passkey would not help.
  expect(await act('SUPPORT.old')).toBe('NOT_ALLOWED');
  expect(acts).toBe(1);
  await app.close();
});
