// A lock between processes that set up the same folder, so that two of them make one installation.
import { readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';

const REFRESH_MS = 2_000;
const POLL_MS = 500;
/** A holder that refreshed nothing in this many looks is taken for dead: its process id may be another's by now. */
const LOOKS_UNTIL_DEAD = 40;

const pause = (ms) => new Promise((done) => setTimeout(done, ms));

/** Creates the file with our mark if there is none. Gives whether it did. */
function claim(file) {
  try {
    writeFileSync(file, JSON.stringify({ pid: process.pid, host: hostname() }), { flag: 'wx' });
    return true;
  } catch (error) {
    if (error.code === 'EEXIST') return false;
    throw error;
  }
}

function look(file) {
  try {
    return { text: readFileSync(file, 'utf8'), refreshed: statSync(file).mtimeMs };
  } catch {
    return undefined;
  }
}

function holderIsGone(text) {
  try {
    const { pid, host } = JSON.parse(text);
    if (host !== hostname()) return false;
    process.kill(pid, 0);
    return false;
  } catch (error) {
    return error.code === 'ESRCH';
  }
}

/** Removes a dead holder's lock; of several that see it dead, one at a time looks again and removes it. */
function removeDead(file, seen) {
  const guard = `${file}.removing`;
  if (!claim(guard)) {
    if (Date.now() - (look(guard)?.refreshed ?? Date.now()) > 10_000) rmSync(guard, { force: true });
    return;
  }
  try {
    if (look(file)?.text === seen) rmSync(file, { force: true });
  } finally {
    rmSync(guard, { force: true });
  }
}

/**
 * Runs `work` while holding the lock file, waiting for another holder first (`onWait` is called once then).
 * The lock goes with the process however it ends, except by SIGKILL: then the next one sees that it is dead.
 */
export async function withLock(file, work, onWait) {
  let last;
  let looks = 0;
  let told = false;
  while (!claim(file)) {
    const seen = look(file);
    if (!seen) continue;
    looks = seen.text === last?.text && seen.refreshed === last.refreshed ? looks + 1 : 0;
    last = seen;
    if (looks >= LOOKS_UNTIL_DEAD || holderIsGone(seen.text)) {
      removeDead(file, seen.text);
      looks = 0;
    } else if (!told) {
      told = true;
      onWait();
    }
    await pause(told ? POLL_MS : 50);
  }
  const release = () => rmSync(file, { force: true });
  process.on('exit', release);
  const refresh = setInterval(() => {
    try {
      utimesSync(file, new Date(), new Date());
    } catch {
      // Somebody removed it by hand; there is nothing left to refresh.
    }
  }, REFRESH_MS);
  try {
    return await work();
  } finally {
    clearInterval(refresh);
    process.off('exit', release);
    release();
  }
}
