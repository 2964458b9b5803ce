import { parseArgs } from 'node:util';
import { DAY_MS } from '@app/contracts/durations.ts';
import { RETENTION } from '@app/contracts/retention.ts';
import { normalEmail } from '@app/contracts/text.ts';
import { countOldAudit, deleteOldAudit, readAudit } from '@app/kit/audit.ts';
import { listDeadLetters, retryDeadLetters } from '@app/kit/dead-letters.ts';
import { ago, dryRunRetention } from '@app/kit/retention-job.ts';
import { adminCommandWords as words } from '@app/words/admin-commands.ts';
import { restoreEmail } from '../accounts/email-change/undo-email-change.ts';
import { type Act, suspendPerson, unsuspendPerson } from '../accounts/suspend-person.ts';
import {
  acceptCompany,
  declineCompany,
  allowExports,
  restoreCompany,
  revokeCompany,
} from '../company/decide-company.ts';
import { recordEvent } from '../audit.ts';
import { correctProfileValue, parseCorrection } from '../profiles/change-profile.ts';
import { readIdentityConfig } from '../config.ts';
import { ANY_TEXT, reportUrl } from '../texts/routes.ts';
import { ussdUrl } from '../ussd/routes.ts';
import type { Operator } from './operator.ts';
import { listCompanies } from '../company/reads.ts';
import { listDeliveries } from '../deliveries/list-deliveries.ts';
import { listPeople, findUserId, listPeopleWithSharedNumber } from '../people/find-people.ts';
import { listAdmins } from '../admins/accounts.ts';
import { changeAdmins, deletePersonOnRequest, saveData } from './person-commands.ts';
import { tryEmail, tryProviders, tryText } from './try-channels.ts';

const MOST_LISTED = 50;
const MAX_SHARING_PEOPLE = 200;
const MAX_DELIVERIES = 200;
export const MAX_REASON_LENGTH = 200;
const AUDIT_DAYS = 7;
const MAX_AUDIT = 1000;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

interface CommandArguments {
  rest: string[];
  since: Date;
  who: string | undefined;
  isOfAll: boolean;
  isPending: boolean;
}

export async function runCommand(operator: Operator, args: readonly string[]): Promise<string> {
  const given = parse(args);
  if (!given) return words.usage;
  const [command = '', ...rest] = given.rest;
  return Object.hasOwn(commands, command)
    ? commands[command as keyof typeof commands](operator, { ...given, rest })
    : words.usage;
}

function parse(args: readonly string[]): CommandArguments | undefined {
  try {
    const { positionals, values } = parseArgs({
      args: [...args],
      options: {
        since: { type: 'string' },
        who: { type: 'string' },
        all: { type: 'boolean', default: false },
        pending: { type: 'boolean', default: false },
      },
      allowPositionals: true,
    });
    const since = values.since === undefined ? Date.now() - AUDIT_DAYS * DAY_MS : Date.parse(values.since);
    if (Number.isNaN(since)) return undefined;
    return {
      rest: positionals,
      since: new Date(since),
      who: values.who,
      isOfAll: values.all,
      isPending: values.pending,
    };
  } catch {
    return undefined;
  }
}

const commands = {
  async companies({ db }: Operator, { rest, isPending }: CommandArguments) {
    const { rows } = await listCompanies(db, {
      search: rest.join(' '),
      state: isPending ? 'PENDING' : undefined,
      page: 0,
      size: MOST_LISTED,
    });
    return table(
      rows.map((row) => [
        row.state,
        row.companyName,
        row.researcherName,
        row.email,
        row.userId,
        utcDay(row.submittedAt),
        row.reason,
      ]),
      words.headings.companies,
    );
  },

  accept: (operator: Operator, given: CommandArguments) =>
    undo(operator, given, acceptCompany, words.accepted),
  decline: (operator: Operator, given: CommandArguments) =>
    withReason(operator, given, declineCompany, words.declined),

  async admins(operator: Operator, { rest }: CommandArguments) {
    if (rest.length > 0) return (await changeAdmins(operator, rest)) ?? words.usage;
    const rows = await listAdmins(operator.db);
    return table(
      rows.map((row) => [
        row.email,
        row.name,
        row.roles.join(),
        row.hasPasskey ? words.hasPasskey : words.hasNoPasskey,
        utcDay(row.createdAt),
        row.createdBy,
        row.lastUsedAt && row.lastUsedAt.toISOString(),
        row.adminId,
      ]),
      words.headings.admins,
    );
  },

  async people({ db }: Operator, { rest }: CommandArguments) {
    const { rows } = await listPeople(db, { search: rest.join(' '), page: 0, size: MOST_LISTED });
    return table(
      rows.map((row) => [
        row.role,
        row.name,
        row.email,
        row.userId,
        utcDay(row.createdAt),
        row.state === 'UNVERIFIED' ? words.notVerified : words.verified,
        row.suspendedAt && words.suspended,
        row.suspendReason,
      ]),
      words.headings.people,
    );
  },

  revoke: (operator: Operator, given: CommandArguments) =>
    withReason(operator, given, revokeCompany, words.revoked),
  'allow-exports': (operator: Operator, given: CommandArguments) =>
    undo(operator, given, allowExports, words.exportsAllowed),
  suspend: (operator: Operator, given: CommandArguments) =>
    withReason(operator, given, suspendPerson, words.isSuspended),
  async restore(operator: Operator, given: CommandArguments) {
    const accepted = await undo(operator, given, acceptCompany, words.accepted);
    return accepted === words.nothing ? undo(operator, given, restoreCompany, words.restored) : accepted;
  },
  unsuspend: (operator: Operator, given: CommandArguments) =>
    undo(operator, given, unsuspendPerson, words.isUnsuspended),

  async 'shared-numbers'({ db }: Operator) {
    const rows = await listPeopleWithSharedNumber(db, MAX_SHARING_PEOPLE);
    return table(
      rows.map((row) => [
        words.share(row.count),
        row.name,
        row.email,
        row.userId,
        row.since.toISOString(),
        row.suspendedAt && words.suspended,
      ]),
      words.headings['shared-numbers'],
    );
  },

  async correct(operator: Operator, { rest: [person = '', correction = '', ...why] }: CommandArguments) {
    const right = parseCorrection(correction);
    if (!right) return words.notACorrection;
    const act: CommandAction<Act> = (deps, what) => correctProfileValue(deps, { ...what, right });
    return withReason(operator, { rest: [person, ...why] }, act, words.corrected);
  },

  leave: (operator: Operator, given: CommandArguments) =>
    withReason(operator, given, deletePersonOnRequest, words.hasLeft),

  async data(operator: Operator, { rest: [person = '', file] }: CommandArguments) {
    if (file === undefined) return words.usage;
    const userId = await findUserId(operator.db, person);
    return userId === undefined ? words.unknown : saveData(operator, userId, file);
  },

  async 'email-back'(operator: Operator, { rest: [person = '', address] }: CommandArguments) {
    if (address === undefined) return words.usage;
    const userId = await findUserId(operator.db, person);
    if (userId === undefined) return words.unknown;
    const email = normalEmail(address);
    const ended = await restoreEmail(operator, { userId, email, by: operator.by });
    if (ended === 'BACK') return words.emailIsBack(email);
    if (ended === 'NOT_BEFORE') return words.notBefore;
    throw new Error(words.otherAccount(email, ended.otherAccount));
  },

  async audit({ db, databases, services }: Operator, { since, who }: CommandArguments) {
    // The audit has only the ids of deleted people, so an id is used without looking for the person.
    const userId = who === undefined || UUID.test(who) ? who : await findUserId(db, who);
    if (who !== undefined && userId === undefined) return words.unknown;
    const parts = await Promise.all(
      services.map(async ({ schema }) =>
        (await readAudit(databases.of(schema).owner, schema, { since, who: userId, most: MAX_AUDIT })).map(
          (row) => ({
            schema,
            ...row,
          }),
        ),
      ),
    );
    return table(
      parts
        .flat()
        .toSorted((a, b) => a.at.getTime() - b.at.getTime())
        .map((row) => [row.at.toISOString(), row.schema, row.event, row.userId, row.about, row.adminId]),
      words.headings.audit,
    );
  },

  async 'dead-letters'({ databases, services }: Operator) {
    const parts = await Promise.all(
      services.map(async ({ schema }) =>
        (await listDeadLetters(databases.of(schema).owner, schema)).map(({ since, queue, id, data }) => [
          since.toISOString(),
          schema,
          queue,
          id,
          JSON.stringify(data),
        ]),
      ),
    );
    return table(parts.flat(), words.headings['dead-letters']);
  },

  async deliveries({ db, databases }: Operator, { rest: [person], since }: CommandArguments) {
    const userId = person === undefined ? undefined : await findUserId(db, person);
    if (person !== undefined && userId === undefined) return words.unknown;
    const { rows } = await listDeliveries(databases.of('identity').owner, {
      userId,
      since,
      page: 0,
      size: MAX_DELIVERIES,
    });
    return table(
      rows.map((row) => [
        row.at.toISOString(),
        row.gateway ?? row.channel,
        row.kind,
        row.state,
        row.reason ?? '',
        row.email,
        row.userId,
      ]),
      words.headings.deliveries,
    );
  },

  async try(operator: Operator, { rest: [what = '', to = ''] }: CommandArguments) {
    if (what === 'email' && to !== '') return tryEmail(operator, to);
    if (what === 'text' && to !== '') return tryText(operator, to);
    return what === 'provider' ? tryProviders(operator) : words.usage;
  },

  /** Some gateways allow only one address for all reports. */
  async 'text-reports'({ environment }: Operator) {
    return reportUrl(readIdentityConfig(environment), ANY_TEXT);
  },

  async ussd({ environment }: Operator) {
    const config = readIdentityConfig(environment);
    return config.USSD_GATEWAY === 'none' ? words.noUssd : ussdUrl(config);
  },

  async retry({ databases, services }: Operator, { rest: [named], isOfAll }: CommandArguments) {
    if (!isOfAll && !UUID.test(named ?? '')) return words.usage;
    const which = isOfAll ? { queue: named } : { id: named ?? '' };
    let many = 0;
    for (const { schema, queues } of services)
      many += await retryDeadLetters(databases.of(schema), { schema, queues, which });
    return many === 0 ? words.noDeadLetter : words.retried(many);
  },

  async disputes({ disputes, surveyDisputes }: Operator, { rest: [id] }: CommandArguments) {
    if (id === undefined) {
      const rows = [...(await disputes.list(MOST_LISTED)), ...(await surveyDisputes.list(MOST_LISTED))];
      return table(
        rows.map(({ id: subjectId, studyName, startsAt, openHours }) => [
          subjectId,
          startsAt?.toISOString() ?? null,
          words.openFor(openHours),
          studyName,
        ]),
        words.headings.disputes,
      );
    }
    if (!UUID.test(id)) return words.usage;
    const isSent = (await disputes.sendAgain(id)) || (await surveyDisputes.sendAgain(id));
    return isSent ? words.disputeSent : words.notDisputed;
  },

  async 'decide-survey'(
    { surveyDisputes, by }: Operator,
    { rest: [id = '', verb = '', ...why] }: CommandArguments,
  ) {
    const decision = verb === 'approve' ? 'APPROVED' : verb === 'reject' ? 'REJECTED' : undefined;
    const reason = why.join(' ').trim();
    if (!UUID.test(id) || !decision) return words.usage;
    if (reason === '' || reason.length > MAX_REASON_LENGTH) return words.reason(MAX_REASON_LENGTH);
    const isDecided = await surveyDisputes.decide({ id, decision, reason, by });
    if (isDecided === 'NO_PLACE_LEFT') throw new Error(words.noPlaceLeft);
    return isDecided ? words.surveyDecided : words.notDisputed;
  },

  async payables({ listUnsentPayables }: Operator) {
    const rows = await listUnsentPayables(MOST_LISTED);
    return table(
      rows.map((row) => [row.applicationId, row.studyId, words.amount(row.pesewas), row.since.toISOString()]),
      words.headings.payables,
    );
  },

  async retention({ databases, services, environment }: Operator) {
    const rows: string[][] = [];
    for (const { schema, role, deletions } of services) {
      const counts = {
        ...(await dryRunRetention(databases.of(schema).connect(role), deletions(environment))),
        audit: await countOldAudit(databases.of(schema).owner, schema, ago(RETENTION.audit)),
      };
      for (const [kind, many] of Object.entries(counts)) rows.push([schema, kind, String(many)]);
    }
    return table(rows, words.headings.retention);
  },

  async 'delete-old-audit'({ db, databases, services, by }: Operator) {
    const counts: string[] = [];
    for (const { schema } of services)
      counts.push(
        `${schema} ${await deleteOldAudit(databases.of(schema).owner, schema, ago(RETENTION.audit))}`,
      );
    const deleted = counts.join(', ');
    await recordEvent(db, 'OLD_AUDIT_DELETED', { about: `${by}: ${deleted}` });
    return words.oldAuditDeleted(deleted);
  },
};

type CommandAction<What> = (deps: Operator, what: What) => Promise<boolean | { refusal: string }>;

async function withReason(
  operator: Operator,
  { rest: [person = '', ...why] }: Pick<CommandArguments, 'rest'>,
  act: CommandAction<{ userId: string; by: string; reason: string }>,
  done: string,
): Promise<string> {
  const reason = why.join(' ').trim();
  if (reason === '' || reason.length > MAX_REASON_LENGTH) return words.reason(MAX_REASON_LENGTH);
  return undo(operator, { rest: [person] }, (deps, what) => act(deps, { ...what, reason }), done);
}

async function undo(
  operator: Operator,
  { rest: [person = ''] }: Pick<CommandArguments, 'rest'>,
  act: CommandAction<{ userId: string; by: string }>,
  done: string,
): Promise<string> {
  const userId = await findUserId(operator.db, person);
  if (userId === undefined) return words.unknown;
  const result = await act(operator, { userId, by: operator.by });
  if (typeof result === 'object') throw new Error(result.refusal);
  return result ? done : words.nothing;
}

const utcDay = (at: Date) => at.toISOString().slice(0, 10);

function table(found: readonly (readonly (string | null)[])[], headings: readonly string[]): string {
  if (found.length === 0) return words.none;
  const rows = [headings, ...found];
  const widths: number[] = [];
  for (const row of rows) {
    for (const [at, cell] of row.entries()) widths[at] = Math.max(widths[at] ?? 0, cell?.length ?? 0);
  }
  return rows
    .map((row) =>
      row
        .map((cell, at) => (cell ?? '').padEnd(widths[at] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}
