import fc from 'fast-check';
import { fieldValues, headerValues, methods, pathValues, queries, wholeBodies } from './hostile-values.ts';

/** One change of a good request. Numbers select among the positions of any request. */
export type Change =
  | { field: number; value: string }
  | { body: keyof typeof wholeBodies }
  | { rawBody: Uint8Array }
  | { header: string; value: string }
  | { query: string }
  | { path: number; value: string }
  | { method: string };

const bodyNames = Object.keys(wholeBodies) as (keyof typeof wholeBodies)[];
const headers = Object.entries(headerValues).flatMap(([header, values]) =>
  values.map((value) => ({ header, value })),
);

/** The `binary` of fast-check itself takes seconds to build. */
const anySign = fc
  .integer({ min: 0, max: 0x10_ff_ff })
  .filter((code) => code < 0xd8_00 || code > 0xdf_ff)
  .map((code) => String.fromCodePoint(code));
const anyJson = fc.oneof(
  fc.json({ maxDepth: 4 }),
  fc.string({ unit: anySign, maxLength: 300 }).map((value) => JSON.stringify(value)),
  fc.double({ noDefaultInfinity: true, noNaN: true }).map(String),
  fc.date({ noInvalidDate: true }).map((date) => JSON.stringify(date)),
);

/** Makes one to three changes, most of them to fields. */
export const changes: fc.Arbitrary<Change[]> = fc.array(
  fc.oneof(
    { weight: 9, arbitrary: fc.record({ field: fc.nat(200), value: fc.constantFrom(...fieldValues) }) },
    { weight: 3, arbitrary: fc.record({ field: fc.nat(200), value: anyJson }) },
    { weight: 2, arbitrary: fc.record({ body: fc.constantFrom(...bodyNames) }) },
    { weight: 1, arbitrary: fc.record({ rawBody: fc.uint8Array({ maxLength: 200 }) }) },
    { weight: 2, arbitrary: fc.constantFrom(...headers) },
    { weight: 2, arbitrary: fc.record({ query: fc.constantFrom(...queries) }) },
    { weight: 2, arbitrary: fc.record({ path: fc.nat(5), value: fc.constantFrom(...pathValues) }) },
    { weight: 1, arbitrary: fc.record({ method: fc.constantFrom(...methods) }) },
  ),
  { minLength: 1, maxLength: 3 },
);
