/** What becomes of a command, for whoever has typed it. First of its imports, so that it hears of what fails in them. */
process.on('uncaughtException', (error) => {
  process.stderr.write(`${explain(error)}\n`);
  process.exit(1);
});

/** What has gone wrong and why, without a stack trace, which only the authors of the code read. */
export function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const cause = error.cause instanceof Error ? `\n  because: ${explain(error.cause)}` : '';
  return `${error.message || error.name}${cause}`;
}

/** Prints what a command has to say; of one that it does not know, how it is used, and ends with 1. */
export function say(said: string, usage: string): void {
  const isKnown = said !== usage;
  (isKnown ? process.stdout : process.stderr).write(`${said}\n`);
  process.exitCode = isKnown ? 0 : 1;
}
