import { explain } from './outcome.ts';

/** Has a command say what it did not catch, and end with 1. First of its imports, so that it hears of what fails in them. */
process.on('uncaughtException', (error) => {
  process.stderr.write(`${explain(error)}\n`);
  process.exit(1);
});
