import { toJSONSchema } from 'zod/v4/core';
import type { EndpointShape } from '@app/contracts/endpoint.ts';
import { type AdminRole, ADMIN_ROLES } from '@app/contracts/enumerations.ts';
import type { SignedInUser } from '@app/contracts/identity/person.ts';
import { type Outcome, answers } from './access-responses.ts';
import type { Recipe, Sample } from '../../support/samples/recipe.ts';
import type { Case } from '../../support/samples/samples.ts';
import {
  type PersonName,
  type World,
  PEOPLE,
  serviceToken,
  resignToken,
} from '../../support/samples/world.ts';

export const CALLER_KINDS = [
  'nobody',
  'expired',
  'gone',
  'otherAudience',
  'otherService',
  'service',
  ...PEOPLE.filter((name) => name !== 'spare'),
  ...ADMIN_ROLES,
] as const;
export type Caller = (typeof CALLER_KINDS)[number];
/** `twice` and `missing` apply to the caller's own id in a query. */
export type IdKind = 'own' | 'foreign' | 'unknown' | 'malformed' | 'twice' | 'missing';
export interface Slot {
  in: 'params' | 'query' | 'body';
  name: string;
}

/** Lists the positions of ids in a request. */
export function listIdSlots(endpoint: EndpointShape): Slot[] {
  return (['params', 'query', 'body'] as const).flatMap((part) => {
    const schema = endpoint[part];
    if (!schema) return [];
    const { properties = {} } = toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
    return Object.entries(properties)
      .filter(([, property]) => JSON.stringify(property).includes('"uuid"'))
      .map(([name]) => ({ in: part, name }));
  });
}

export const isPerson = (caller: Caller): caller is Exclude<PersonName, 'spare'> =>
  PEOPLE.some((name) => name === caller);

/**
 * Returns the required outcome of a cell. It is computed from `access` and `own`; exceptions are in the
 * table.
 */
export function expectedOutcome(
  world: World,
  subject: Case,
  caller: Caller,
  slot: Slot | undefined,
  kind: IdKind,
): Outcome {
  const { endpoint } = subject;
  const refusal = refusalByAccess(world, endpoint, caller);
  if (refusal !== undefined) return refusal;
  const isMalformed = kind === 'malformed';
  if (kind === 'twice') return 'INVALID_INPUT';
  const isOwn = kind === 'own' || kind === 'missing';
  if (slot && isOwnSlot(endpoint, slot) && !isOwn) {
    if (isMalformed && slot.in === 'query') return 'INVALID_INPUT';
    return isMalformed && slot.in === 'params' ? notFound(endpoint) : 'NOT_YOURS';
  }
  const row = answers[subject.service][subject.id];
  if (!row) throw new Error(`${subject.id} has no row in test/suites/access/${subject.service}-responses.ts`);
  const outcomes = {
    ...row,
    ...(slot ? row.at?.[slot.name] : {}),
    ...(isPerson(caller) ? row.as?.[caller] : {}),
  };
  const outcome = isOwn ? outcomes.own : (outcomes[kind] ?? outcomes.foreign);
  if (outcome === undefined) throw new Error(`${subject.id} does not say what an id that is ${kind} answers`);
  return outcome;
}

export const isOwnSlot = ({ own }: EndpointShape, slot: Slot) =>
  own?.in === slot.in && own.name === slot.name;
const notFound = ({ errors: codes }: EndpointShape) =>
  codes.find((code) => code.endsWith('_NOT_FOUND')) ?? 'NO_SUCH_CALL';

const isAdmin = (caller: Caller): caller is AdminRole => ADMIN_ROLES.some((role) => role === caller);

function refusalByAccess(
  world: World,
  { access, adminRoles }: EndpointShape,
  caller: Caller,
): Outcome | undefined {
  if (access === 'ANYONE') return undefined;
  if (access === 'SERVICE') return caller === 'service' ? undefined : 'NOT_SIGNED_IN';
  if (adminRoles) {
    if (!isAdmin(caller)) return 'NOT_SIGNED_IN';
    return adminRoles.includes(caller) ? undefined : 'NOT_ALLOWED';
  }
  if (!isPerson(caller)) return 'NOT_SIGNED_IN';
  if (access === 'SIGNED_IN') return undefined;
  const { role } = world.people[caller];
  if (role !== (access === 'PARTICIPANT' ? 'PARTICIPANT' : 'RESEARCHER')) return 'NOT_ALLOWED';
  const isVerified = caller === 'researcher' || caller === 'otherResearcher';
  return access === 'VERIFIED_RESEARCHER' && !isVerified ? 'NOT_VERIFIED' : undefined;
}

/** Returns the person to use for a caller that is not a person: one whom the call would otherwise admit. */
export function callerPerson(world: World, { endpoint, recipe }: Case, caller: Caller): SignedInUser {
  if (endpoint.access === 'ANYONE' || endpoint.access === 'SERVICE') return world.people[recipe.by];
  if (caller === 'gone') return world.gone[endpoint.access === 'PARTICIPANT' ? 'PARTICIPANT' : 'RESEARCHER'];
  return world.people[isPerson(caller) ? caller : recipe.by];
}

export async function callerToken(
  world: World,
  subject: Case,
  caller: Caller,
  person: SignedInUser,
): Promise<string | undefined> {
  const { service, endpoint } = subject;
  const other = endpoint.callers?.[0] ?? (service === 'identity' ? 'project' : 'identity');
  const past = Math.floor(Date.now() / 1000) - 60;
  const ownToken = endpoint.adminRoles ? await world.admins[endpoint.adminRoles[0]].token() : person.token;
  if (caller === 'nobody') return undefined;
  if (isAdmin(caller)) return world.admins[caller].token();
  if (caller === 'expired') return resignToken(world, ownToken, { iat: past - 600, exp: past });
  if (caller === 'otherAudience') return resignToken(world, ownToken, { aud: [other] });
  if (caller === 'otherService') return serviceToken(world, service, other);
  if (caller === 'service') return serviceToken(world, other, service);
  return isPerson(caller) ? world.people[caller].token : person.token;
}

/**
 * Wraps the recipe: it returns its last sample until that is used up. A refused call writes nothing, so the
 * next cell may reuse it.
 */
export function countingRecipe(recipe: Recipe): { recipe: Recipe; useUp(): void } {
  const samples: Map<string, unknown>[] = [];
  const keep = <Thing>(make: (world: World, me: SignedInUser) => Thing | Promise<Thing>) => {
    const things = new Map<string, Thing>();
    samples.push(things);
    return async (world: World, me: SignedInUser): Promise<Thing> => {
      const thing = things.get(me.userId) ?? (await make(world, me));
      things.set(me.userId, thing);
      return thing;
    };
  };
  const { make, foreign } = recipe;
  const spared = { ...recipe, make: keep(make), ...(foreign ? { foreign: keep(foreign) } : {}) };
  return { recipe: spared, useUp: () => samples.forEach((things) => things.clear()) };
}

/** Returns the sample with an id of that kind in the slot. */
export async function sampleWithId(
  world: World,
  { endpoint, recipe }: Case,
  made: Sample,
  { slot, kind, me }: { slot: Slot; kind: IdKind; me: SignedInUser },
): Promise<Sample> {
  const values: Record<string, unknown> = { ...made[slot.in] };
  const own = values[slot.name];
  const put = (id: string) => (values[slot.name] = Array.isArray(own) ? [id] : id);
  if (kind === 'missing') delete values[slot.name];
  if (kind === 'unknown') put(crypto.randomUUID());
  if (kind === 'malformed') put('no-id');
  if (kind === 'twice') values[slot.name] = [own, otherPerson(world, me).userId];
  if (kind === 'foreign') {
    const thing = isOwnSlot(endpoint, slot) ? undefined : await recipe.foreign?.(world, me);
    put(thing ?? otherPerson(world, me).userId);
  }
  return { ...made, [slot.in]: values };
}

function otherPerson({ people }: World, me: SignedInUser): SignedInUser {
  if (me.role === 'PARTICIPANT')
    return me.userId === people.participant.userId ? people.otherParticipant : people.participant;
  return me.userId === people.researcher.userId ? people.otherResearcher : people.researcher;
}
