/**
 * Keeps a stream open for each of some people, in a process of its own, as pages that are open and looked at. Its plan comes in over
 * stdin; it says how many events have come in all, as that grows: the first of each page says that it is open.
 */
import { get } from 'node:http';
import { exit, stdin, stdout } from 'node:process';
import { text } from 'node:stream/consumers';
import * as z from 'zod';

const AT_ONCE = 100;

const plan = z.object({ address: z.string(), headers: z.array(z.record(z.string(), z.string())) });
const { address, headers } = plan.parse(JSON.parse(await text(stdin)));
let events = 0;
let said = 0;
setInterval(() => {
  if (events > said) stdout.write(`${events}\n`);
  said = events;
}, 50);

/** Resolves once the stream has said anything. */
const open = (of: Record<string, string>) =>
  new Promise<void>((resolve) => {
    get(address, { headers: of, agent: false }, (answer) => {
      if (answer.statusCode !== 200) exit(1);
      answer.setEncoding('utf8').on('data', (some: string) => {
        if (some.includes('data:')) events += 1;
        resolve();
      });
    });
  });

for (let from = 0; from < headers.length; from += AT_ONCE)
  await Promise.all(headers.slice(from, from + AT_ONCE).map(open));
