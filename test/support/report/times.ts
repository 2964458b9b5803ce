import { appendFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';

const RESULTS = join(import.meta.dirname, '..', '..', '..', 'test-results');
/**
 * Lists for each failed test its error and the command that repeats it. `npm test` shows all of them at its
 * end.
 */
export const REPEATS = join(RESULTS, 'repeat.txt');

/** A long run reports its progress this often. */
const PROGRESS_MS = 15_000;
const SLOWEST = 10;
/** The end of a log alone then shows the cause. */
const REASON_LINES = 30;
/** A test may have failed because of these settings, so they are part of the repeating command. */
const SETTINGS = ['FULL'];

/** Collects and prints the results of a runner. */
export interface Report {
  begin(tests: number, what: string): void;
  /**
   * Registers a running test: its name is printed if nothing ends for a while, so that a hang can be found.
   */
  start(project: string, file: string, test?: string): void;
  add(project: string, file: string, ms: number): void;
  repeatBy(command: string, reason: string): void;
  /** Prints the time of each project, the slowest files, and the commands that repeat failures. */
  end(): void;
}

export function createReport(): Report {
  const startedAt = Date.now();
  const files = new Map<string, { project: string; file: string; ms: number }>();
  const commands: string[] = [];
  let progress: NodeJS.Timeout | undefined;
  const running = new Map<string, string>();
  let done = 0;
  let printed = 0;
  const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;
  return {
    begin(total, what) {
      const printProgress = () => {
        const still = done === printed ? [...running].map(([file, test]) => `\n    ${file} ${test}`) : [];
        console.log(
          `… ${done} of ${total} ${what} after ${seconds(Date.now() - startedAt)}${still.join('')}`,
        );
        printed = done;
      };
      progress = setInterval(printProgress, PROGRESS_MS).unref();
    },
    start(project, file, test = '') {
      running.set(`${project} ${file}`, test);
    },
    add(project, file, ms) {
      done += 1;
      running.delete(`${project} ${file}`);
      const known = files.get(`${project} ${file}`) ?? { project, file, ms: 0 };
      files.set(`${project} ${file}`, { ...known, ms: known.ms + ms });
    },
    repeatBy(command, reason) {
      const set = SETTINGS.filter((name) => process.env[name]).map((name) => `${name}=${process.env[name]} `);
      const lines = stripVTControlCharacters(reason).split('\n').slice(0, REASON_LINES);
      commands.push(`${set.join('')}${command}${lines.map((line) => `\n  # ${line}`).join('')}`);
    },
    end() {
      clearInterval(progress);
      console.log('\nTime of each project, of all its workers together:');
      for (const [project, all] of Map.groupBy(files.values(), (file) => file.project)) {
        const ms = all.reduce((sum, file) => sum + file.ms, 0);
        console.log(`  ${seconds(ms).padStart(9)}  ${project}, ${all.length} files`);
      }
      console.log('The slowest files:');
      const slowest = [...files.values()].toSorted((a, b) => b.ms - a.ms).slice(0, SLOWEST);
      for (const { project, file, ms } of slowest) {
        console.log(`  ${seconds(ms).padStart(9)}  ${project}  ${file}`);
      }
      if (commands.length === 0) return;
      console.log('To repeat what has failed:');
      for (const command of commands) console.log(`  ${command}`);
      mkdirSync(RESULTS, { recursive: true });
      appendFileSync(REPEATS, commands.map((command) => `${command}\n`).join(''));
    },
  };
}

/** Quotes a text as a word of a shell. */
export const shellQuote = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;
