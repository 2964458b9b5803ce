import type { $ZodType, output } from 'zod/v4/core';
import type { Role } from './enumerations.ts';
import type { ErrorCode } from './errors.ts';
import * as z from 'zod/mini';
import { rule } from './rule.ts';

/** A UUID in small letters, however it was written (RFC 9562 section 4), so that one thing has one name in keys and links. */
export const Id = z.uuid().check(z.toLowerCase());

/**
 * Who may call an endpoint, and what a signed-in caller needs: a role, and perhaps to be verified. The identity service
 * is asked about verification at the time of the call. SERVICE is another backend with its own short-lived credential, and
 * only one that the endpoint names among its callers. The access token alone answers everything else.
 */
export const ACCESS = {
  ANYONE: {},
  SIGNED_IN: {},
  RESEARCHER: { role: 'RESEARCHER' },
  VERIFIED_RESEARCHER: { role: 'RESEARCHER', isVerified: true },
  PARTICIPANT: { role: 'PARTICIPANT' },
  SERVICE: {},
} as const satisfies Record<string, AccessRule>;
export type Access = keyof typeof ACCESS;

/** Named here, since a contract names the services that may call it and `contracts.ts` is built from the contracts. */
export type ServiceName = 'identity' | 'payment' | 'project';

/** An endpoint for services does not compile without the list of its callers, so a new one cannot be open to all. */
type Callers =
  | { readonly access: 'SERVICE'; readonly callers: readonly [ServiceName, ...ServiceName[]] }
  | { readonly access: Exclude<Access, 'SERVICE'>; readonly callers?: never };

export interface AccessRule {
  readonly role?: Role;
  readonly isVerified?: true;
}

/**
 * A rate limit: what, who is counted, in how long. The number is a constant of the service, or a setting, of the same name.
 * Limits of an ADDRESS are wide, since many people in Ghana share one (carrier NAT).
 */
export type LimitName = RouteLimitName | MailboxLimitName | NamedLimit<'INSTALLATION' | 'NUMBER'>;
/** A limit that the routes count by who calls. Features count the others. */
export type RouteLimitName = NamedLimit<'ADDRESS' | 'DEVICE' | 'PERSON'>;
export type MailboxLimitName = NamedLimit<'MAILBOX'>;
type NamedLimit<Counted extends string> = `${string}_PER_${Counted}_PER_${'10_MINUTES' | 'HOUR' | 'DAY'}`;

/**
 * One call as a value: the services mount it, the web app calls it, the OpenAPI document prints it. A reply has one of
 * six shapes (D-20). `reply` travels as `{content}`; `page` as the six paging fields around a list of items; `bare` as
 * it is (only where a standard fixes the shape). `events` are server-sent events that each hold one of these. `file` is
 * a file of that media type to be saved. None of them: 204 without a body.
 */
export type EndpointShape = Callers & EndpointParts;

interface EndpointParts {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Below the service's base path, with `:name` parameters. */
  readonly path: `/${string}`;
  readonly summary: string;
  readonly params?: $ZodType<object>;
  readonly query?: $ZodType<object>;
  readonly body?: $ZodType;
  readonly reply?: $ZodType;
  readonly page?: $ZodType;
  readonly bare?: $ZodType;
  readonly events?: $ZodType;
  readonly file?:
    | 'text/csv'
    | 'text/calendar'
    | 'application/zip'
    | 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
  /**
   * The thing has a `version` that every change raises, and its reply carries it as the ETag. A change whose If-Match
   * names another version is STALE (RFC 9110 section 13). Without If-Match the last writer wins.
   */
  readonly versioned?: true;
  /** Success status where it is not 200 (or 204 for no body). */
  readonly status?: 200 | 201 | 202;
  /** It moves money: without an Idempotency-Key it is refused. */
  readonly needsKey?: true;
  /**
   * Mail programs make it at one press of their reader (RFC 8058), with whatever body. Anyone who opens its address is led to this
   * page, since a GET changes nothing. Parameters of its path are those of the call.
   */
  readonly oneClick?: { readonly page: `/${string}` };
  /** Ends the caller's session and starts another in its place. Until it has answered, nobody may renew the old one. */
  readonly replacesSession?: true;
  /** It may read thousands of rows: of each person one runs at a time, and the others wait their turn. */
  readonly isCostly?: true;
  /** Where the caller's own user id may stand; any other person's id there is NOT_YOURS (D-21). */
  readonly own?: { readonly in: 'query' | 'body' | 'params'; readonly name: string };
  /**
   * Rate limits, counted once the call is well formed and from where it may come; beyond one the answer is TOO_MANY_REQUESTS. A
   * device that is known is counted by those of a DEVICE, in place of those of its address. A call that fails through our fault
   * gives back those of its PERSON, and one that is refused those of a DAY.
   */
  readonly limits?: readonly RouteLimitName[];
  /** Every failure of this call beyond those that its access and its input imply. */
  readonly errors: readonly ErrorCode[];
}

/** Declares an endpoint; the types of `call` and `route` follow from the value. */
// @__NO_SIDE_EFFECTS__
export function endpoint<const E extends EndpointShape>(shape: E): E {
  return shape;
}

type OutputOf<E, Part extends string> = E extends { readonly [K in Part]: infer S extends $ZodType }
  ? output<S>
  : undefined;

export type ParamsOf<E extends EndpointShape> = OutputOf<E, 'params'>;
export type QueryOf<E extends EndpointShape> = OutputOf<E, 'query'>;
export type BodyOf<E extends EndpointShape> = OutputOf<E, 'body'>;

/** A page of a list: `number` is the page asked for, counted from 0 (S-602). */
export interface Page<Item> {
  content: Item[];
  totalPages: number;
  totalElements: number;
  size: number;
  number: number;
  numberOfElements: number;
}

/** What a handler gives for a page; the paging fields around it are computed from these four. */
export type PageSlice<Item> = Pick<Page<Item>, 'content' | 'totalElements' | 'size' | 'number'>;

/** A file as it is saved: its name, and what is in it piece by piece. */
export interface FileReply {
  /** Absent where a program reads it and nobody saves it. */
  name?: string;
  text: AsyncIterable<string | Uint8Array>;
}

/** What the handler returns. */
export type ResultOf<E extends EndpointShape> = E extends { readonly page: infer S extends $ZodType }
  ? PageSlice<output<S>>
  : E extends { readonly reply: infer S extends $ZodType }
    ? output<S>
    : E extends { readonly bare: infer S extends $ZodType }
      ? output<S>
      : E extends { readonly events: infer S extends $ZodType }
        ? AsyncIterable<output<S>>
        : E extends { readonly file: string }
          ? FileReply
          : void;

/** What the caller reads: the content, or the page. */
export type ReplyOf<E extends EndpointShape> = E extends { readonly page: infer S extends $ZodType }
  ? Page<output<S>>
  : ResultOf<E>;

/** A service's calls by operation id. */
export type Endpoints = Readonly<Record<string, EndpointShape>>;

/** One backend: its base path, its calls, and what its OpenAPI document says of it. */
export interface ServiceContract<E extends Endpoints = Endpoints> {
  /** Also the name of its database schema, and of its settings, in capitals. */
  readonly name: ServiceName;
  readonly title: string;
  readonly base: `/${string}`;
  readonly endpoints: E;
}

/** First size of a list of studies (section 9); the server's `size` is what the screen reads. */
export const DEFAULT_PAGE_SIZE = 10;
export const MAX_PAGE_SIZE = 100;
/** Nobody reads on beyond this page, and the database would still have to walk every further row. */
const MAX_PAGE = 200;

/** A whole number that arrives as text in a query string. */
// @__NO_SIDE_EFFECTS__
function wholeNumber(min: number, max: number) {
  return z.pipe(
    z.string().check(
      z.regex(/^\d{1,9}$/, { error: rule('wholeNumber'), abort: true }),
      z.refine((text) => Number(text) >= min, rule(`min ${min}`)),
      z.refine((text) => Number(text) <= max, rule(`max ${max}`)),
    ),
    z.transform(Number),
  );
}

/** `page` from 0, `size` 1 to 100 (D-20). */
export const pagingFields = {
  page: z._default(wholeNumber(0, MAX_PAGE), 0),
  size: z._default(wholeNumber(1, MAX_PAGE_SIZE), DEFAULT_PAGE_SIZE),
};

export interface Paging {
  page: number;
  size: number;
}
