import { expect, test } from 'vitest';
import { existsByEmail, registerPerson, updatePassword } from '@app/contracts/identity/account.ts';
import { submitUserInformation } from '@app/contracts/identity/profile.ts';
import { logIn } from '@app/contracts/identity/session.ts';
import { createProject } from '@app/contracts/project/projects.ts';
import { createLog } from '@app/kit/log.ts';
import { startTestApp } from './app.ts';
import { PASSWORD, profileBody, registerParticipant, registerResearcher } from './people.ts';

test('PRV-1 logs say what happened, under the request’s id, and nothing of a person', async () => {
  const lines: string[] = [];
  const app = await startTestApp({}, createLog('debug', { write: (line) => lines.push(line) }));
  const participant = await registerParticipant(app);
  const researcher = await registerResearcher(app, { verified: true });
  const profile = profileBody(participant.userId, { city: 'Markertown' });
  await app.call(submitUserInformation, { as: participant, body: profile });
  await app.call(createProject, {
    as: researcher,
    body: { creatorId: researcher.userId, projectName: 'Markerproject' },
    headers: { 'x-request-id': 'followed-12345' },
  });
  await app.call(logIn, { body: { email: participant.email, password: 'a marker password' } });
  await app.call(existsByEmail, { query: { email: 'marker.query@example.test' } });
  await app.call(registerPerson, { body: { email: 'marker.bad@example.test', password: 'x' } });
  await app.call(updatePassword, {
    params: { id: participant.userId },
    query: { token: 'markertoken' },
    body: { password: 'markerpassword' },
  });
  const letters = await app.mailbox.read();
  const secrets = letters.flatMap(({ links }) =>
    links.map((link) => new URL(link).pathname.split('/')[2] ?? ''),
  );
  await app.close();

  const log = lines.join('');
  const answered = lines
    .map((line) => JSON.parse(line) as Record<string, unknown>)
    .filter(({ msg }) => msg === 'answered');
  expect(answered.length).toBeGreaterThan(10);
  expect(answered).toContainEqual(
    expect.objectContaining({ requestId: 'followed-12345', method: 'POST', status: 201, level: 'info' }),
  );
  const typed = [
    participant.email,
    researcher.email,
    PASSWORD,
    '123 4567',
    '241234567',
    participant.token,
    ...secrets,
  ];
  for (const marker of [...typed.filter((text) => text.length > 3), 'marker', 'Marker', 'example.test']) {
    expect([marker, log.includes(marker)]).toEqual([marker, false]);
  }
});
