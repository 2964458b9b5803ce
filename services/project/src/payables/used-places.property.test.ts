import fc from 'fast-check';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { usedPlaces } from '@app/contracts/payment/amounts.ts';
import { useApp } from '@app/test/support/app.ts';

const app = useApp({}, undefined, { withWorkers: false });

const study = fc.record({
  incentive: fc.integer({ min: 1, max: 3000 }),
  payoutFeeInPesewas: fc.integer({ min: 0, max: 500 }),
  places: fc.integer({ min: 1, max: 30 }),
  /** The pay when screened out, in hundredths of the incentive. */
  screenOutShare: fc.integer({ min: 1, max: 100 }),
});

test('what people are owed with its fees never exceeds the money reserved for the places', () => {
  fc.assert(
    fc.property(study, fc.infiniteStream(fc.boolean()), (given, isScreenedOut) => {
      const { places, payoutFeeInPesewas } = given;
      const place = { incentiveInPesewas: given.incentive * 100, payoutFeeInPesewas };
      const screenOut = Math.max(1, Math.floor((place.incentiveInPesewas * given.screenOutShare) / 100));
      let [accepted, elsewhere] = [0, 0];
      for (const screensOut of isScreenedOut) {
        if (accepted + usedPlaces(elsewhere, place) >= places) break;
        // Everyone who is accepted and not screened out is owed the incentive in the end.
        if (screensOut && accepted + elsewhere < 10_000_000) elsewhere += screenOut + payoutFeeInPesewas;
        else accepted += 1;
      }
      const cost = place.incentiveInPesewas + payoutFeeInPesewas;
      expect(accepted * cost + elsewhere).toBeLessThanOrEqual(places * cost);
    }),
  );
});

test('the schema and the contracts count the same places', async () => {
  const sums = fc.integer({ min: 0, max: 2_000_000_000 });
  await fc.assert(
    fc.asyncProperty(study, sums, async ({ incentive, payoutFeeInPesewas }, pesewas) => {
      const row = JSON.stringify({ incentive, payout_fee_in_pesewas: payoutFeeInPesewas });
      const { rows } = await sql<{ used: number }>`
        select project.used_places(jsonb_populate_record(null::project.studies, ${row}::jsonb), ${pesewas}::bigint) as used`.execute(
        app.engine.owner,
      );
      const place = { incentiveInPesewas: incentive * 100, payoutFeeInPesewas };
      expect(rows[0]?.used).toBe(usedPlaces(pesewas, place));
    }),
  );
});
