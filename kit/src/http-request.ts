import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { parseJson } from './parse-json.ts';

const CONNECT_TIMEOUT_MS = 5000;
const ANSWER_TIMEOUT_MS = 30_000;
const MAX_ANSWER_BYTES = 1024 * 1024;

/**
 * `not-sent` means that no connection was made, so the request had no effect. `lost` means that the request
 * may have had one.
 */
export type Response =
  | { kind: 'answer'; status: number; json: unknown }
  | { kind: 'not-sent'; cause: string }
  | { kind: 'lost'; cause: string };

/** Operators read this text, so it contains nothing from the body of the answer. */
export const describeResponse = (response: Response): string =>
  response.kind === 'answer' ? `HTTP ${response.status}` : response.cause;

export interface Request {
  method: 'GET' | 'POST';
  url: string;
  headers: Readonly<Record<string, string>>;
  /** A URLSearchParams object is sent as a form, and anything else as JSON. */
  body?: unknown;
}

/**
 * Never repeats or redirects a request. On a reused connection, an error does not show whether the server has
 * read the request.
 */
export function sendRequest({ method, url, headers, body }: Request): Promise<Response> {
  const address = new URL(url);
  const isSecure = address.protocol === 'https:';
  const isForm = body instanceof URLSearchParams;
  const text = body === undefined ? undefined : isForm ? body.toString() : JSON.stringify(body);
  const { promise, resolve } = Promise.withResolvers<Response>();
  let isConnected = false;
  const sent = (isSecure ? requestHttps : requestHttp)(address, {
    method,
    agent: false,
    headers: {
      ...headers,
      ...(text === undefined
        ? { 'content-length': '0' }
        : {
            'content-type': isForm ? 'application/x-www-form-urlencoded' : 'application/json',
            'content-length': String(Buffer.byteLength(text)),
          }),
    },
  });
  const fail = (cause: string) => resolve({ kind: isConnected ? 'lost' : 'not-sent', cause });
  const give = (cause: string) => sent.destroy(new Error(cause));
  const connecting = setTimeout(() => give('no connection in time'), CONNECT_TIMEOUT_MS);
  const answering = setTimeout(() => give('no answer in time'), ANSWER_TIMEOUT_MS);
  sent.once('socket', (socket) =>
    socket.once(isSecure ? 'secureConnect' : 'connect', () => {
      isConnected = true;
      clearTimeout(connecting);
    }),
  );
  sent.once('error', (error: NodeJS.ErrnoException) => fail(error.code ?? error.message));
  sent.once('response', (response) => {
    const chunks: Buffer[] = [];
    let size = 0;
    response.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size > MAX_ANSWER_BYTES) give('the answer is too large');
      else chunks.push(chunk);
    });
    response.once('error', (error) => fail(error.message));
    response.once('end', () =>
      resolve({
        kind: 'answer',
        status: response.statusCode ?? 0,
        json: parseJson(Buffer.concat(chunks).toString()),
      }),
    );
    response.once('close', () => fail('the answer ended early'));
  });
  sent.end(text);
  return promise.finally(() => {
    clearTimeout(connecting);
    clearTimeout(answering);
  });
}

export function readJsonField(json: unknown, ...path: string[]): unknown {
  return path.reduce<unknown>(
    (value, name) => (typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined),
    json,
  );
}

export const readJsonText = (json: unknown, ...path: string[]): string => {
  const value = readJsonField(json, ...path);
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
};
