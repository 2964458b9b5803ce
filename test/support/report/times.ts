import { appendFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';

const RESULTS = join(import.meta.dirname, '..', '..', '..', 'test-results');
/** For each failed test the command that repeats it, and what went wrong. `npm test` shows them all at its end. */
export const REPEATS = join(RESULTS, 'repeat.txt');

/** How often a long run says how far it is. */
const PROGRESS_MS = 15_000;
const SLOWEST = 10;
/** Who sees only the end of a log still sees the cause. */
const REASON_LINES = 30;
/** Settings under which a test may have failed, so under which it is repeated. */
const SETTINGS = ['FULL'];

/** What a runner has gathered, and how it tells of it. */
export interface Report {
  begin(tests: number, what: string): void;
  /** What runs now, until it is added: told where nothing has ended for a while, so that a hang has a name. */
  start(project: string, file: string, test?: string): void;
  add(project: string, file: string, ms: number): void;
  repeatBy(command: string, reason: string): void;
  /** Time of each project, the slowest files, and how to repeat what has failed. */
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

/** As a word of a shell. */
export const shellQuote = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;
