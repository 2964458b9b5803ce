import { readFile } from 'node:fs/promises';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { DAY_MS } from '@app/contracts/durations.ts';
import { paths } from '@app/contracts/web-paths.ts';
import { contact } from '@app/words/contact.ts';
import { language } from '@app/words/language.ts';

const CONTACTS_PATH = '/.well-known/security.txt';
const POLICY_PATH = '/security-policy.txt';
/** RFC 9116 advises less than a year, because someone may keep a copy longer than the installation exists. */
const VALID_DAYS = 180;

/** Our own addresses need the origin of the installation, which only PUBLIC_URL has. */
function securityContacts(origin: string | undefined): string {
  const onSite = (field: string, path: string) =>
    origin === undefined ? [] : [`${field}: ${new URL(path, origin).href}`];
  const lines = [
    `Contact: mailto:${contact.email}`,
    ...onSite('Contact', paths.contact),
    `Expires: ${new Date(Date.now() + VALID_DAYS * DAY_MS).toISOString()}`,
    `Preferred-Languages: ${language}`,
    ...onSite('Policy', POLICY_PATH),
    ...onSite('Canonical', CONTACTS_PATH),
  ];
  return `${lines.join('\n')}\n`;
}

/** Serves the rules of SECURITY.md, and where to report a vulnerability (RFC 9116). */
export async function mountSecurityTexts(app: FastifyInstance, origin: string | undefined): Promise<void> {
  const policy = await readFile(new URL('../../../SECURITY.md', import.meta.url), 'utf8');
  const sendText = (reply: FastifyReply, text: string) =>
    reply.type('text/plain; charset=utf-8').header('cache-control', 'public, max-age=86400').send(text);
  app.get(CONTACTS_PATH, (_request, reply) => sendText(reply, securityContacts(origin)));
  app.get(POLICY_PATH, (_request, reply) => sendText(reply, policy));
}
