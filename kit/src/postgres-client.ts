import { createHash } from 'node:crypto';
import type { EventEmitter } from 'node:events';
import type { Socket } from 'node:net';
import pg from 'pg';

/**
 * These codes mean that the server is read-only after a failover, is stopping, or refused the log-in, or that
 * the pooler waited too long.
 */
const UNUSABLE_CONNECTION_CODE = /^(?:25006|(?:08|28)\w{3}|57P0\d)$/;

const isUnusableConnection = (error: unknown): error is Error =>
  error instanceof Error &&
  (error.message === 'Query read timeout' ||
    ('code' in error && UNUSABLE_CONNECTION_CODE.test(String(error.code))));

const READ_ONLY = ['in_hot_standby', 'default_transaction_read_only'];

/**
 * Closes a connection after a time-out, or after an error that all later statements would get too. Otherwise
 * the pool would use it again.
 */
export class ClosingClient extends pg.Client {
  readonly #said = new Map<string, string>();

  constructor(config?: string | pg.ClientConfig) {
    super(config);
    const { connection } = this as unknown as { connection: EventEmitter };
    connection.on('parameterStatus', ({ parameterName, parameterValue }: ParameterStatus) =>
      this.#said.set(parameterName, parameterValue),
    );
  }

  get isReadOnly(): boolean {
    return READ_ONLY.some((name) => this.#said.get(name) === 'on');
  }

  // oxlint-disable-next-line typescript/no-explicit-any -- the signature of pg.Client.query
  override query(first: any, ...rest: any[]): any {
    const { stream } = (this as unknown as { connection: { stream: Socket } }).connection;
    // Sends the statements of one moment in one packet.
    stream.cork();
    process.nextTick(() => stream.uncork());
    const answer: unknown = super.query(first as never, ...(rest as []));
    if (answer instanceof Promise) {
      answer.catch((error: unknown) => {
        // A rollback after this would fail with the same error.
        if (isUnusableConnection(error)) stream.destroy(error);
      });
    }
    return answer;
  }
}

interface ParameterStatus {
  parameterName: string;
  parameterValue: string;
}

/** A connection that was read-only would go on failing calls after the server accepts writes again. */
export const closingPoolOptions = (Client: typeof ClosingClient) =>
  ({
    Client,
    verify(client, done) {
      done((client as unknown as ClosingClient).isReadOnly ? readOnly() : undefined);
    },
  }) satisfies pg.PoolConfig;

/** Ghana uses GMT. Just-in-time compilation is off, because it takes longer than any of our statements. */
export const connectionOptions = (role: string | undefined) =>
  `-c timezone=UTC -c jit=off${role === undefined ? '' : ` -c role=${role}`}`;

const readOnly = () => Object.assign(new Error('The database server is read-only'), { code: '25006' });

const NAMED_STATEMENTS = 500;
const names = new Map<string, string>();

function statementName(text: string): string | undefined {
  const known = names.get(text);
  if (known !== undefined) return known;
  if (names.size === NAMED_STATEMENTS) return undefined;
  const name = createHash('sha256').update(text).digest('base64url').slice(0, 24);
  names.set(text, name);
  return name;
}

interface Statement {
  text?: string;
  name?: string;
  values?: unknown[];
}

/** Prepares statements, because planning a small statement takes longer than running it. */
export class PreparingClient extends ClosingClient {
  // oxlint-disable-next-line typescript/no-explicit-any -- the signature of pg.Client.query
  override query(first: any, ...rest: any[]): any {
    const given = first as string | Statement;
    const values: unknown = typeof given === 'string' ? rest[0] : given.values;
    const text = typeof given === 'string' ? given : given.text;
    if (text !== undefined && Array.isArray(values) && values.length > 0) {
      const name = statementName(text);
      if (name !== undefined) {
        return typeof given === 'string'
          ? super.query({ text, values, name }, ...rest.slice(1))
          : super.query({ ...given, name }, ...rest);
      }
    }
    return super.query(first, ...rest);
  }
}
