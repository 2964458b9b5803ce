import { sql } from 'kysely';
import { Notification } from '@app/contracts/project/notifications.ts';
import { notificationText } from '@app/words/notifications.ts';
import type { TestApp } from './app.ts';

/** Signs of a missing value: a word of the language, an empty name, a placeholder. */
const BROKEN = /\bNaN\b|\bundefined\b|\bnull\b|Invalid Date|\[object |“\s*”|\bHello\s+,|\$\{|\{\{/;
const CONTEXT_LENGTH = 60;

/** Returns the broken part of a text with its surroundings, if any. */
export function findBrokenWords(text: string): string | undefined {
  const found = BROKEN.exec(text);
  return found
    ? text.slice(Math.max(0, found.index - CONTEXT_LENGTH), found.index + CONTEXT_LENGTH)
    : undefined;
}

/** Removes tags, so that an empty attribute does not count as an empty text. */
const stripTags = (html: string) => html.replaceAll(/<style[^]*?<\/style>|<[^>]*>/g, ' ');

/** Returns each notification as a client reads it, and each sent email, if it shows a missing value. */
export async function findBrokenMessages(app: Pick<TestApp, 'engine' | 'mailbox'>): Promise<string[]> {
  const { rows } = await sql<{ kind: string | null; params: unknown; message: string }>`
    select kind, params, message from project.notifications where kind is not null`.execute(app.engine.owner);
  const notifications = rows.map(({ params, ...row }) => ({
    what: `notification ${row.kind}`,
    text: notificationText({ ...row, params: Notification.shape.params.parse(params) }),
  }));
  const emails = (await app.mailbox.read()).flatMap(({ subject, text, html }) =>
    [subject, text, stripTags(html)].map((part) => ({ what: `email “${subject}”`, text: part })),
  );
  return [...notifications, ...emails].flatMap(({ what, text }) => {
    const broken = findBrokenWords(text);
    return broken === undefined ? [] : [`${what}: …${broken}…`];
  });
}
