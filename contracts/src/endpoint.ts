import type { $ZodType, output } from 'zod/v4/core';
import type { AdminRole, Role } from './enumerations.ts';
import type { ErrorCode } from './errors.ts';
import * as z from 'zod/mini';
import { rule } from './rule.ts';

/** Lower case (RFC 9562 section 4), so that an object has one spelling in keys and links. */
export const Id = z.uuid().check(z.toLowerCase());

/**
 * SERVICE is another backend with a short-lived credential. The identity service checks VERIFIED researchers
 * at each call; the access token proves the rest.
 */
export const ACCESS = {
  ANYONE: {},
  SIGNED_IN: {},
  RESEARCHER: { role: 'RESEARCHER' },
  VERIFIED_RESEARCHER: { role: 'RESEARCHER', isVerified: true },
  PARTICIPANT: { role: 'PARTICIPANT' },
  SERVICE: {},
  ADMIN: {},
} as const satisfies Record<string, AccessRule>;
type Access = keyof typeof ACCESS;

/** In this file, because `contracts.ts` imports the contracts, and they import this file. */
export type ServiceName = 'identity' | 'payment' | 'project';

/** An endpoint for services or admins compiles only if it names which of them may call it. */
type Callers =
  | {
      readonly access: 'SERVICE';
      readonly callers: readonly [ServiceName, ...ServiceName[]];
      readonly adminRoles?: never;
      readonly needsRecentPasskey?: never;
    }
  | {
      readonly access: 'ADMIN';
      readonly adminRoles: readonly [AdminRole, ...AdminRole[]];
      /**
       * For acts that move money or suspend someone. If the admin's passkey was not used in the last 5
       * minutes, the answer is PASSKEY_TOO_OLD, which `errors` need not list.
       */
      readonly needsRecentPasskey?: true;
      readonly callers?: never;
    }
  | {
      readonly access: Exclude<Access, 'SERVICE' | 'ADMIN'>;
      readonly callers?: never;
      readonly adminRoles?: never;
      readonly needsRecentPasskey?: never;
    };

export interface AccessRule {
  readonly role?: Role;
  readonly isVerified?: true;
}

/**
 * The number is in the setting or constant with this name. Many people in Ghana share one address (carrier
 * NAT), so ADDRESS limits are high.
 */
export type LimitName = RouteLimitName | MailboxLimitName | NamedLimit<'INSTALLATION' | 'NUMBER'>;
/** Routes count calls for these limits; features count the others. */
export type RouteLimitName = NamedLimit<'ADDRESS' | 'DEVICE' | 'PERSON'>;
export type MailboxLimitName = NamedLimit<'MAILBOX'>;
type NamedLimit<Counted extends string> = `${string}_PER_${Counted}_PER_${'10_MINUTES' | 'HOUR' | 'DAY'}`;

/**
 * A reply has one of six shapes (D-20): `reply` as `{content}`, `page` with six paging fields, `bare` in a
 * shape that a standard fixes, `events` as server-sent events, `file` as a download, or 204 without a body.
 */
export type EndpointShape = Callers & EndpointParts;

interface EndpointParts {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
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
   * Replies have the `version` as ETag. If If-Match is outdated, the answer is STALE (RFC 9110 section 13).
   * Without If-Match, the last writer wins.
   */
  readonly versioned?: true;
  readonly status?: 200 | 201 | 202;
  /**
   * A POST that only reads, so that its input is in no address, log or browser history. It has no
   * Idempotency-Key, so the response is not stored.
   */
  readonly isRead?: true;
  /** The call moves money, so it requires an Idempotency-Key. */
  readonly needsKey?: true;
  /**
   * Mail programs send this call to unsubscribe (RFC 8058). A GET must not change anything, so browsers are
   * redirected to `page`.
   */
  readonly oneClick?: { readonly page: `/${string}` };
  readonly replacesSession?: true;
  /** Admins make this call before they are signed in. Only the admin port has it. */
  readonly isOfAdminSignIn?: true;
  /** The call may read thousands of rows, so a person can run only one costly call at a time. */
  readonly isCostly?: true;
  /** The field with the caller's own user id; another person's id is NOT_YOURS (D-21). */
  readonly own?: { readonly in: 'query' | 'body' | 'params'; readonly name: string };
  /**
   * Calls are counted after the checks of origin and input. Known devices use DEVICE limits instead of
   * ADDRESS limits. A PERSON limit does not count our own failures, and a DAY limit does not count refusals.
   */
  readonly limits?: readonly RouteLimitName[];
  readonly errors: readonly ErrorCode[];
}

/** On the public port, these calls do not seem to exist. */
export const isOnAdminPort = ({ access, isOfAdminSignIn }: EndpointShape): boolean =>
  access === 'ADMIN' || isOfAdminSignIn === true;

// @__NO_SIDE_EFFECTS__
export function endpoint<const E extends EndpointShape>(shape: E): E {
  return shape;
}

export const isReading = ({ method, isRead }: EndpointShape): boolean => method === 'GET' || isRead === true;

type OutputOf<E, Part extends string> = E extends { readonly [K in Part]: infer S extends $ZodType }
  ? output<S>
  : undefined;

export type ParamsOf<E extends EndpointShape> = OutputOf<E, 'params'>;
export type QueryOf<E extends EndpointShape> = OutputOf<E, 'query'>;
export type BodyOf<E extends EndpointShape> = OutputOf<E, 'body'>;

/** Pages count from 0 (S-602). */
export interface Page<Item> {
  content: Item[];
  totalPages: number;
  totalElements: number;
  size: number;
  number: number;
  numberOfElements: number;
}

export type PageSlice<Item> = Pick<Page<Item>, 'content' | 'totalElements' | 'size' | 'number'>;

export interface FileReply {
  name?: string;
  text: AsyncIterable<string | Uint8Array>;
}

export type HandlerResult<E extends EndpointShape> = E extends { readonly page: infer S extends $ZodType }
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

export type ReplyOf<E extends EndpointShape> = E extends { readonly page: infer S extends $ZodType }
  ? Page<output<S>>
  : HandlerResult<E>;

export type Endpoints = Readonly<Record<string, EndpointShape>>;

export interface ServiceContract<E extends Endpoints = Endpoints> {
  /** This is also the name of the database schema and the prefix of the settings. */
  readonly name: ServiceName;
  readonly title: string;
  readonly base: `/${string}`;
  readonly endpoints: E;
}

/** Section 9 of the specification defines the default. */
export const DEFAULT_PAGE_SIZE = 10;
export const MAX_PAGE_SIZE = 100;
/** To read a page, the database must read all rows before it, so higher page numbers are refused. */
const MAX_PAGE = 200;

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
