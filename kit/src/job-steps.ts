/** Runs all steps, even if one fails, and then fails the job. */
export async function runSteps<Deps>(
  deps: Deps,
  steps: Readonly<Record<string, (deps: Deps) => Promise<void>>>,
): Promise<void> {
  await runForEach(
    Object.entries(steps),
    ([name]) => name,
    ([, step]) => step(deps),
  );
}

const MOST_NAMED = 10;

/** A row that always fails must not stop those after it. The job fails at the end, and names such rows. */
export async function runForEach<Row>(
  rows: Iterable<Row> | AsyncIterable<Row>,
  idOf: (row: Row) => string,
  handle: (row: Row) => Promise<unknown>,
): Promise<void> {
  const failures = new Map<string, unknown>();
  for await (const row of rows)
    try {
      await handle(row);
    } catch (error) {
      failures.set(idOf(row), error);
    }
  const [cause] = failures.values();
  if (failures.size > 0)
    throw new Error(`Failed: ${[...failures.keys()].slice(0, MOST_NAMED).join(', ')}`, { cause });
}
