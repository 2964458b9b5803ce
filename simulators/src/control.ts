import type { FastifyInstance } from 'fastify';
import * as z from 'zod';
import type { ManualClock } from './clock.ts';
import { FAULTS, TEXT_FAULTS } from './faults.ts';
import { GATEWAYS, type World } from './world.ts';

const FaultName = z.enum([...(Object.keys(FAULTS) as (keyof typeof FAULTS)[]), ...TEXT_FAULTS]);
const ForcedFault = z.object({
  of: z.string(),
  faults: z.array(FaultName).min(1),
  on: z.optional(z.enum(['send', 'status', 'look-up'])),
  times: z.optional(z.int().min(1)),
});
const AdvanceInput = z.object({ ms: z.int().min(0) });
const OutageInput = z.object({ provider: z.enum(['mtn', 'paystack', ...GATEWAYS]), ms: z.int().min(0) });
const FloatInput = z.object({ provider: z.enum(['mtn', 'paystack']), amountInPesewas: z.int().min(1) });
const MovementInput = z.object({
  kind: z.enum(['PAYOUT', 'COLLECTION', 'REFUND', 'WITHDRAWAL']),
  from: z.string(),
  to: z.string(),
  amountInPesewas: z.int().min(1),
  reference: z.string(),
});
const Phone = z.object({
  number: z.string().regex(/^\+\d{8,15}$/),
  network: z.enum(['MTN', 'TELECEL', 'AIRTEL_TIGO']),
  name: z.string(),
  balanceInPesewas: z.int().min(0).default(0),
});

export interface Controlled {
  world: World;
  fund(provider: 'mtn' | 'paystack', amountInPesewas: number): void;
}

/** Only programs on this machine may call these routes. */
export function mountControl(app: FastifyInstance, { world, fund }: Controlled, clock?: ManualClock): void {
  app.addHook('onRequest', async ({ ip }, reply) => {
    if (!/^(::1|(::ffff:)?127\.)/.test(ip)) return reply.code(403).send();
    return undefined;
  });
  const on = <T>(path: string, body: z.ZodType<T>, work: (asked: T) => unknown) => {
    app.post(path, async (request, reply) => {
      const parsed = body.safeParse(request.body);
      if (!parsed.success) return reply.code(400).send({ error: z.prettifyError(parsed.error) });
      await work(parsed.data);
      return reply.code(204).send();
    });
  };
  on('/faults', ForcedFault, ({ on: call, times, ...rest }) =>
    world.faults.force({ ...rest, ...(call && { on: call }), ...(times !== undefined && { times }) }),
  );
  on('/calm', z.unknown(), () => world.faults.calm());
  on('/advance', AdvanceInput, ({ ms }) => clock?.advance(ms));
  on('/down', OutageInput, ({ provider, ms }) => world.takeDown(provider, ms));
  on('/float', FloatInput, ({ provider, amountInPesewas }) => fund(provider, amountInPesewas));
  on('/phones', Phone, (phone) => world.book.openPhone(phone));
  // Moves money that the product's ledger does not know of, because reconciliation must find such movements.
  on('/movements', MovementInput, (movement) => world.book.move(movement));
  app.get('/book', async () => ({
    accounts: Object.fromEntries(world.book.accounts()),
    movements: world.book.movements(),
  }));
  app.get('/calls', async () => world.calls);
}
