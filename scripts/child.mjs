// One child process at a time, which lives no longer than those who asked for it:
// signals are passed on, and it is stopped when the npm that started us is gone.
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { constants } from 'node:os';

/** How often the parent is looked at, and how long a child may take to end once its parent is gone. */
const PARENT_POLL_MS = 400;
const GRACE_MS = 10_000;

let child;
let endedBy;

const exitCodeOf = (signal) => 128 + (constants.signals[signal] ?? 15);

/** The exit code of a run that a signal or a vanished parent has ended; undefined while none has. */
export const endsBySignal = () => (endedBy === undefined ? undefined : exitCodeOf(endedBy));

function onSignal(signal) {
  endedBy = signal;
  if (!child) process.exit(exitCodeOf(signal));
  // A terminal's Ctrl-C reaches every process of the group: passing it on would make it two.
  if (signal !== 'SIGINT' || !process.stdin.isTTY) child.kill(signal);
}

/**
 * Those above us whose end is ours too, as one comparable text: npm, or the shell that npm uses and npm above it.
 * npm stopped from outside ends its shell, which passes nothing on; npm killed outright leaves its shell behind,
 * so on Linux the shell's own parent counts as well.
 */
function parents() {
  const parent = process.ppid;
  if (process.platform !== 'linux') return `${parent}`;
  try {
    const stat = readFileSync(`/proc/${parent}/stat`, 'utf8');
    const name = stat.slice(stat.indexOf('(') + 1, stat.lastIndexOf(')'));
    const grandparent = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1];
    return /^(ba|da|a)?sh$|^busybox$/.test(name) ? `${parent} ${grandparent}` : `${parent}`;
  } catch {
    return `${parent}`;
  }
}

function watchParents() {
  const atStart = parents();
  const timer = setInterval(() => {
    if (parents() === atStart) return;
    clearInterval(timer);
    endedBy = 'SIGTERM';
    if (!child) process.exit(exitCodeOf('SIGTERM'));
    child.kill('SIGTERM');
    setTimeout(() => child?.kill('SIGKILL'), GRACE_MS).unref();
  }, PARENT_POLL_MS);
  timer.unref();
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => onSignal(signal));
if (process.env.npm_lifecycle_event) watchParents();

/**
 * Runs a command to its end and gives its exit code (128 + number for one that a signal ended).
 * `onOutput` receives what it prints where its output is piped. Rejects when it cannot be started.
 */
export function runChild(command, args, options, onOutput) {
  return new Promise((done, failed) => {
    child = spawn(command, args, options);
    child.stdout?.on('data', (data) => onOutput?.(data));
    child.stderr?.on('data', (data) => onOutput?.(data));
    child.on('error', (error) => {
      child = undefined;
      failed(error);
    });
    child.on('close', (code, signal) => {
      child = undefined;
      done(code ?? exitCodeOf(signal));
    });
  });
}
