import type { FastifyInstance, FastifyReply } from 'fastify';
import type { FileMailbox } from '@app/kit/mail.ts';
import { sendProblem } from '@app/kit/problem.ts';
import { listPhones, type ListedPhone } from '@app/simulators/phones/routes.ts';
import type { Simulators } from '@app/simulators/open.ts';
import { DEMO_ADMIN_PAGE, DEMO_PASSKEY_SCRIPT, passkeyScript } from './admin.ts';
import { emailsPage, peoplePage, signInScript, styles, page } from './pages.ts';
import { escapeHtml } from '@app/kit/html.ts';
import { formatCedis, toLocalNumber } from '@app/simulators/world.ts';
import { surveyPage, surveyScript } from './survey.ts';
import { demoWords } from './words.ts';

const words = demoWords.phones;
const formatGrouped = (pesewas: number) => formatCedis(pesewas).replaceAll(/\B(?=(?:\d{3})+\.)/g, ',');

function phonesPage(phones: readonly ListedPhone[], code: string | undefined): string {
  return page(
    words.title,
    `<p>${escapeHtml(words.intro)}</p><p>${escapeHtml(words.own)}</p><p>${escapeHtml(words.ends)}</p><p><a href="/dev">${escapeHtml(demoWords.title)}</a> · ` +
      `<a href="/dev/phones">${escapeHtml(words.again)}</a> · <a href="/dev/phones.json">${escapeHtml(words.scripts)}</a></p>` +
      `<ul>${phones.map((phone) => showPhone(phone, code)).join('')}</ul>`,
  );
}

function showPhone(
  { number, network, name, balanceInPesewas, prompts, messages, screen }: ListedPhone,
  code: string | undefined,
): string {
  const promptRows = prompts
    .toReversed()
    .map((prompt) => `<li>${showPrompt(number, prompt)}</li>`)
    .join('');
  const read = messages
    .map(
      ({ from, text, at }) =>
        `<li class="message"><small>${escapeHtml(from)} · <time>${escapeHtml(at)}</time></small><br>${escapeHtml(text)}</li>`,
    )
    .join('');
  return (
    `<li class="message" id="${escapeHtml(toLocalNumber(number))}"><article><h2>${escapeHtml(name)}</h2><p><small>${escapeHtml(`${words.networks[network]} ${number}`)}</small>` +
    `<br><b>${escapeHtml(words.balance(formatGrouped(balanceInPesewas)))}</b></p>${code === undefined ? '' : showDialler(number, { screen, code })}<ul>${promptRows}${read}</ul></article></li>`
  );
}

function showPrompt(number: string, { id, amountInPesewas, state }: ListedPhone['prompts'][number]): string {
  const text = `<span>${escapeHtml(words.asked(formatGrouped(amountInPesewas)))}</span>`;
  if (state !== 'PENDING') return `${text}<small>${escapeHtml(words.states[state])}</small>`;
  const choice = (decision: string, label: string) =>
    `<button name="decision" value="${decision}">${escapeHtml(label)}</button>`;
  return (
    `${text}<form method="post" action="${escapeHtml(`/dev/phones/${number}/prompts/${id}`)}">` +
    `${choice('APPROVE', words.approve)} ${choice('DECLINE', words.decline)}</form>`
  );
}

function showDialler(
  number: string,
  { screen, code }: { screen: ListedPhone['screen']; code: string },
): string {
  const act = (does: string, label: string) =>
    `<button name="does" value="${does}">${escapeHtml(label)}</button>`;
  const typed =
    screen && !screen.isLast
      ? `<label>${escapeHtml(words.typed)} <input name="text" inputmode="numeric" autocomplete="off" required></label> ${act('TYPE', words.sendTyped)} `
      : '';
  const shown = screen ? `<pre class="screen" role="status">${escapeHtml(screen.text)}</pre>` : '';
  const form = (parts: string) =>
    `<form method="post" action="${escapeHtml(`/dev/phones/${number}/ussd`)}">${parts}</form>`;
  const ends = screen ? form(act('HANG_UP', words.hangUp)) : form(act('DIAL', words.dial(code)));
  return `${shown}${typed === '' ? '' : form(typed)}${ends}`;
}

const PAGE_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; frame-src 'self' data:; frame-ancestors 'none'; base-uri 'none'; form-action 'self'";

/** Mail programs need styles inside the email, so they are allowed here. */
const EMAIL_POLICY = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; base-uri 'none'";

/** In production, these pages do not exist (D-12). */
export async function mountDemo(
  app: FastifyInstance,
  mailbox: FileMailbox,
  { world, dialler }: Simulators,
  adminUrl: string | undefined,
): Promise<void> {
  const sendPage = (reply: FastifyReply, html: string) =>
    reply.header('content-security-policy', PAGE_POLICY).type('text/html; charset=utf-8').send(html);

  app.get('/', async (_request, reply) => sendPage(reply, peoplePage(adminUrl)));
  app.get('/mail', async (request, reply) =>
    sendPage(reply, emailsPage(await mailbox.read(recipientQuery(request.query)))),
  );
  app.get<{ Params: { id: string } }>('/mail/:id', async (request, reply) => {
    const email = (await mailbox.read()).find(({ id }) => id === request.params.id);
    if (!email) return sendProblem(request, reply, 'NO_SUCH_CALL');
    return reply
      .header('content-security-policy', EMAIL_POLICY)
      .type('text/html; charset=utf-8')
      .send(email.html);
  });
  app.get('/phones', async (_request, reply) =>
    sendPage(reply, phonesPage(listPhones(world, dialler()), dialler()?.code)),
  );
  app.get('/mail.json', async (request) => mailbox.read(recipientQuery(request.query)));
  app.get('/sign-in.js', async (_request, reply) =>
    reply.type('text/javascript; charset=utf-8').send(signInScript),
  );
  app.get('/survey', async (_request, reply) => sendPage(reply, surveyPage()));
  app.get('/survey.js', async (_request, reply) =>
    reply.type('text/javascript; charset=utf-8').send(surveyScript),
  );
  app.get('/styles.css', async (_request, reply) => reply.type('text/css; charset=utf-8').send(styles));
}

/** These pages exist only on the admin port of the demo. */
export async function mountAdminDemo(app: FastifyInstance): Promise<void> {
  app.get(DEMO_ADMIN_PAGE, async (_request, reply) =>
    reply
      .header('content-security-policy', PAGE_POLICY)
      .type('text/html; charset=utf-8')
      .send(
        page(
          demoWords.admin.title,
          `<p role="alert" id="failed"></p><script src="${DEMO_PASSKEY_SCRIPT}"></script>`,
        ),
      ),
  );
  app.get(DEMO_PASSKEY_SCRIPT, async (_request, reply) =>
    reply.type('text/javascript; charset=utf-8').send(passkeyScript),
  );
  app.get('/dev/styles.css', async (_request, reply) => reply.type('text/css; charset=utf-8').send(styles));
}

function recipientQuery(query: unknown): string | undefined {
  const to: unknown = typeof query === 'object' && query !== null ? Reflect.get(query, 'to') : undefined;
  return typeof to === 'string' && to !== '' ? to : undefined;
}
