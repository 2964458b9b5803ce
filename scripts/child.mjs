import { spawn } from 'node:child_process';
import { constants } from 'node:os';

/**
 * Runs a command and returns its exit code (128 + the signal's number if a signal ended it). Forwards signals
 * and the end of npm's shell, which forwards nothing itself. Rejects if the command cannot be started.
 */
export function runChild(command, args, options) {
  return new Promise((done, failed) => {
    const child = spawn(command, args, options);
    // A terminal's Ctrl-C reaches every process of the group: forwarding it would send it twice.
    const pass = (signal) => (signal === 'SIGINT' && process.stdin.isTTY) || child.kill(signal);
    const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
    for (const signal of signals) process.on(signal, pass);
    const parent = process.env.npm_lifecycle_event && process.ppid;
    const watch = setInterval(() => {
      if (!parent || parent === process.ppid) return;
      clearInterval(watch);
      child.kill('SIGTERM');
    }, 400);
    child.on('error', failed);
    child.on('close', (code, signal) => {
      clearInterval(watch);
      for (const name of signals) process.off(name, pass);
      done(code ?? 128 + constants.signals[signal]);
    });
  });
}
