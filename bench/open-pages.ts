import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { sql } from 'kysely';
import { PROJECT_BASE } from '@app/contracts/bases.ts';
import { watchPath } from '../test/support/event-stream.ts';
import { planBody } from '../services/project/test/studies.ts';
import { type Callers, signCallers } from './callers.ts';
import type { Ground } from './ground.ts';
import { MOST_STUDIES, activePeople, draftId, studyId } from './seed.ts';
import { tableBeside, useQuietly } from './use-quietly.ts';

const PAGES = 5000;
/** Drafts that no other part publishes. */
const ROUNDS = [18, 19, 20];

/** What a study that fits everybody does to others where thousands of pages are open, and what it does to them when all hang up. */
export async function measureOpenPages(ground: Ground): Promise<void> {
  const bench = await ground.withStudies(MOST_STUDIES);
  const callers = await signCallers(bench);
  await bench.inProcess(async (_, engine) => {
    for (const number of ROUNDS)
      await sql`
        update project.studies as draft
        set (minimum_age, maximum_age, gender_bits, education_bits, income_bits, device_bits) = (
          select minimum_age, maximum_age, gender_bits, education_bits, income_bits, device_bits
          from project.studies where study_id = ${studyId(1)})
        where study_id = ${draftId(number)}`.execute(engine.owner);
  });
  const url = await bench.startProduct();
  await useQuietly(url, callers);
  const pages = holdPages(url + watchPath, callers);
  await pages.haveHeard(1);
  const row = tableBeside(await useQuietly(url, callers), 'all pages have heard after');
  for (const [round, number] of ROUNDS.entries()) {
    const others = useQuietly(url, callers);
    const began = performance.now();
    const answer = await fetch(`${url}${PROJECT_BASE}/studies/${draftId(number)}/publish`, {
      method: 'POST',
      headers: { ...callers.researcher, 'content-type': 'application/json' },
      body: JSON.stringify(planBody()),
    });
    if (!answer.ok) throw new Error(`publishing was answered ${answer.status}: ${await answer.text()}`);
    await pages.haveHeard(2 + round);
    const seconds = (performance.now() - began) / 1000;
    row('a study opens that fits all of them', await others, `${seconds.toFixed(1)} s`);
  }
  pages.hangUp();
  row('all hang up at once', await useQuietly(url, callers), '');
  await bench.stopProcesses();
}

function holdPages(address: string, callers: Callers) {
  const child = spawn(process.execPath, ['bench/hold-pages.ts'], { stdio: ['pipe', 'pipe', 'inherit'] });
  const headers = Array.from({ length: PAGES }, (_, at) =>
    callers.participant(activePeople[at % activePeople.length] ?? ''),
  );
  child.stdin.end(JSON.stringify({ address, headers }));
  const counts = createInterface(child.stdout);
  return {
    /** Each of them so many events. */
    haveHeard: (times: number) =>
      new Promise<void>((resolve, reject) => {
        counts.on('line', (line) => Number(line) >= times * PAGES && resolve());
        child.once('exit', () => reject(new Error('The pages are gone')));
      }),
    hangUp: () => child.kill('SIGKILL'),
  };
}
