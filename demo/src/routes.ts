import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Mailbox } from '@app/kit/mail.ts';
import { sendProblem } from '@app/kit/problem.ts';
import { listPhones } from '@app/simulators/phones/routes.ts';
import type { Simulators } from '@app/simulators/open.ts';
import { lettersPage, peoplePage, signInScript, styles } from './pages.ts';
import { phonesPage } from './phones-page.ts';

const PAGE_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; frame-src 'self' data:; frame-ancestors 'none'; base-uri 'none'; form-action 'self'";

/** A letter carries its styles in itself, as mail programs want them, and nothing else. */
const LETTER_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; base-uri 'none'";

/** The demo's own pages (D-12): who to be, every letter, and the phones. Never mounted in production. */
export async function mountDemo(
  app: FastifyInstance,
  mailbox: Mailbox,
  { world, dialler }: Simulators,
): Promise<void> {
  const sendPage = (reply: FastifyReply, html: string) =>
    reply.header('content-security-policy', PAGE_POLICY).type('text/html; charset=utf-8').send(html);

  app.get('/', async (_request, reply) => sendPage(reply, peoplePage()));
  app.get('/mail', async (request, reply) =>
    sendPage(reply, lettersPage(await mailbox.read(toOf(request.query)))),
  );
  app.get<{ Params: { id: string } }>('/mail/:id', async (request, reply) => {
    const letter = (await mailbox.read()).find(({ id }) => id === request.params.id);
    if (!letter) return sendProblem(request, reply, 'NO_SUCH_CALL');
    return reply
      .header('content-security-policy', LETTER_POLICY)
      .type('text/html; charset=utf-8')
      .send(letter.html);
  });
  app.get('/phones', async (_request, reply) =>
    sendPage(reply, phonesPage(listPhones(world, dialler()), dialler()?.code)),
  );
  app.get('/mail.json', async (request) => mailbox.read(toOf(request.query)));
  app.get('/sign-in.js', async (_request, reply) =>
    reply.type('text/javascript; charset=utf-8').send(signInScript),
  );
  app.get('/styles.css', async (_request, reply) => reply.type('text/css; charset=utf-8').send(styles));
}

function toOf(query: unknown): string | undefined {
  const to: unknown = typeof query === 'object' && query !== null ? Reflect.get(query, 'to') : undefined;
  return typeof to === 'string' && to !== '' ? to : undefined;
}
