import type { Viewer } from '@app/kit/viewer.ts';
import * as contract from '@app/contracts/project/messages.ts';
import { transaction } from '@app/kit/database.ts';
import type { Route } from '@app/kit/route.ts';
import type { Deps } from '../deps.ts';
import { readPersonNames } from '../identity-peer.ts';
import { lockPerson } from '../suspensions/locks.ts';
import { findOwnStudy } from '../studies/reads.ts';
import { type FoundThread, countThreadsLeftToday, findThread, listMessages, listThreads } from './reads.ts';
import { lockThreads, updateBlocked, updateReadUpTo } from './write-messages.ts';
import { reportMessage } from './report-message.ts';
import { writeMessage, writeToApplicants } from './send-message.ts';

const FAILURES = {
  NOT_FOUND: 'APPLICATION_NOT_FOUND',
  NOT_YET: 'MESSAGES_TOO_EARLY',
  CLOSED: 'MESSAGES_CLOSED',
  LEFT: 'MESSAGES_CLOSED',
  BLOCKED: 'MESSAGES_BLOCKED',
  TOO_MANY: 'TOO_MANY_THREADS',
} as const;

type Shown = Pick<FoundThread, 'applicantId' | 'companyName'>;

/** Participants are shown by their names, and researchers by their company. */
async function addNames<Row extends Shown>(
  { callIdentity }: Pick<Deps, 'callIdentity'>,
  viewer: Viewer,
  rows: readonly Row[],
) {
  const isParticipant = viewer.role === 'PARTICIPANT';
  const ids = new Set(isParticipant ? [] : rows.map(({ applicantId }) => applicantId));
  const names = await readPersonNames(callIdentity, [...ids]);
  return rows.map(({ applicantId, companyName, ...row }) => {
    const name = names.get(applicantId);
    return {
      ...row,
      companyName: isParticipant ? companyName : null,
      participant: name ? { firstName: name.firstName, lastName: name.lastName } : null,
    };
  });
}

export function messageRoutes(route: Route, deps: Deps): void {
  const { db, openPages } = deps;

  route(contract.listThreads, async ({ query, viewer }) => {
    const { content, totalElements } = await listThreads(db, viewer, query);
    const named = await addNames(deps, viewer, content);
    return { content: named, totalElements, size: query.size, number: query.page };
  });

  route(contract.readThread, async ({ params, query, viewer, fail }) => {
    const thread = await findThread(db, viewer, params.applicationId);
    if (!thread) return fail('APPLICATION_NOT_FOUND');
    const before = query.before === undefined ? undefined : Number(query.before);
    const [listed, threadsLeft, [shown]] = await Promise.all([
      listMessages(db, thread, { before, userId: viewer.userId }),
      countThreadsLeftToday(db, viewer.userId),
      addNames(deps, viewer, [thread]),
    ]);
    return { ...shown!, ...listed, threadsLeft };
  });

  route(contract.sendMessage, async ({ params, body, viewer, newId, fail }) => {
    const { applicationId } = params;
    const words = { callId: newId(), text: body.text };
    const sent = await transaction(db, async (trx) => {
      if ((await lockPerson(trx, viewer.userId)).isSuspended)
        return fail(viewer.role === 'RESEARCHER' ? 'NOT_VERIFIED' : 'ACCOUNT_SUSPENDED');
      const done = await writeMessage(deps, trx, { author: viewer, applicationId }, words);
      return 'because' in done ? fail(FAILURES[done.because]) : done;
    });
    openPages.notifyChanged([sent.to, viewer.userId]);
    return { number: sent.number };
  });

  route(contract.writeToApplicants, async ({ params, body, viewer, newId, fail }) => {
    const study = await findOwnStudy(db, { studyId: params.id, userId: viewer.userId });
    if (!study) return fail('STUDY_NOT_FOUND');
    const { applicationIds } = body;
    const words = { callId: newId(), text: body.text };
    const { notified, ...reply } = await transaction(db, async (trx) => {
      if ((await lockPerson(trx, viewer.userId)).isSuspended) return fail('NOT_VERIFIED');
      return writeToApplicants(deps, trx, { author: viewer, studyId: study.id, applicationIds }, words);
    });
    openPages.notifyChanged(notified);
    return reply;
  });

  route(contract.markThread, async ({ params, body, viewer, fail }) => {
    await transaction(db, async (trx) => {
      const thread = await findThread(trx, viewer, params.applicationId);
      if (!thread) return fail('APPLICATION_NOT_FOUND');
      return updateReadUpTo(trx, thread, { ...viewer, upTo: body.upTo });
    });
    openPages.notify([viewer.userId]);
  });

  route(contract.blockThread, async ({ params, body, viewer, fail }) => {
    await transaction(db, async (trx) => {
      const thread = await findThread(trx, viewer, params.applicationId);
      if (!thread) return fail('APPLICATION_NOT_FOUND');
      await lockThreads(trx, [thread]);
      return updateBlocked(trx, thread, { ...viewer, ...body });
    });
  });

  route(contract.reportMessage, async ({ params, body, viewer, fail }) => {
    await transaction(db, async (trx) => {
      const thread = await findThread(trx, viewer, params.applicationId);
      if (!thread) return fail('APPLICATION_NOT_FOUND');
      const isReported = await reportMessage(deps, trx, thread, { ...body, reporterId: viewer.userId });
      return isReported ? undefined : fail('MESSAGE_NOT_FOUND');
    });
  });
}
