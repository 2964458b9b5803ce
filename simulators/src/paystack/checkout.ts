import type { FastifyInstance, FastifyReply } from 'fastify';
import { escapeHtml } from '@app/kit/html.ts';
import { words } from '../words.ts';
import { formatCedis } from '../world.ts';
import type { Charge } from './charge.ts';
import type { ChargePayment } from './charge-payment.ts';

const CHECKOUT_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; form-action *; base-uri 'none'; frame-ancestors 'none'";
const CHECKOUT_STYLE =
  'body{margin:0;padding:1rem;font:1rem/1.5 system-ui,sans-serif}main{max-width:30rem;margin:auto}' +
  'button{width:100%;min-height:3rem;margin-top:.75rem;font:inherit}';

type Checkouts = ReturnType<typeof openCheckouts>;

export function openCheckouts(
  charges: ReadonlyMap<string, Charge>,
  { pay, finish }: Pick<ChargePayment, 'pay' | 'finish'>,
) {
  const findByCode = (code: string) =>
    [...charges.values()].find((one) => one.channel === 'card' && one.accessCode === code);
  /** After a card is declined, the checkout stays open. */
  function openCheckout(code: string): Charge | undefined {
    const charge = findByCode(code);
    return charge?.status === 'abandoned' || charge?.status === 'failed' ? charge : undefined;
  }

  return {
    find: openCheckout,
    decline(code: string): void {
      const charge = openCheckout(code);
      if (charge) void finish(charge, 'failed', 'Declined');
    },
    close(code: string, isPaid: boolean): string | undefined {
      const open = openCheckout(code);
      if (open && isPaid) {
        pay(open);
        void finish(open, 'success', null);
      }
      const charge = findByCode(code);
      if (charge?.callbackUrl === undefined) return undefined;
      const url = new URL(charge.callbackUrl);
      url.searchParams.set('trxref', charge.reference);
      url.searchParams.set('reference', charge.reference);
      return url.href;
    },
  };
}

export function mountCheckout(app: FastifyInstance, checkouts: Checkouts): void {
  app.get<{ Params: { code: string } }>('/checkout/:code', (request, reply) =>
    sendCheckout(reply, request.params.code, checkouts.find(request.params.code)),
  );
  app.post<{ Params: { code: string; decision: string } }>('/checkout/:code/:decision', (request, reply) => {
    const { code, decision } = request.params;
    if (decision === 'decline') {
      checkouts.decline(code);
      return reply.redirect(`../${code}`, 303);
    }
    const next = checkouts.close(code, decision === 'pay');
    return next === undefined ? sendCheckout(reply, '', undefined) : reply.redirect(next, 303);
  });
}

function sendCheckout(
  reply: FastifyReply,
  code: string,
  open: { amountInPesewas: number; status: string } | undefined,
): FastifyReply {
  const { title, intro, pay, decline, declined, cancel, done } = words.checkout;
  const form = (decision: string, label: string) =>
    `<form method="post" action="${escapeHtml(`${code}/${decision}`)}"><button>${escapeHtml(label)}</button></form>`;
  const body = open
    ? `<p>${escapeHtml(intro(formatCedis(open.amountInPesewas)))}</p>` +
      (open.status === 'failed' ? `<p role="alert">${escapeHtml(declined)}</p>` : '') +
      form('pay', pay) +
      form('decline', decline) +
      form('cancel', cancel)
    : `<p>${escapeHtml(done)}</p>`;
  return reply
    .header('content-security-policy', CHECKOUT_POLICY)
    .type('text/html; charset=utf-8')
    .send(
      `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">` +
        `<style>${CHECKOUT_STYLE}</style><title>${escapeHtml(title)}</title></head>` +
        `<body><main><h1>${escapeHtml(title)}</h1>${body}</main></body></html>`,
    );
}
