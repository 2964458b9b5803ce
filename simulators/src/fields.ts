import type { FastifyRequest } from 'fastify';

export type Fields = Record<string, unknown>;

/** A body as JSON or as a form, whose brackets nest: `mobile_money[phone]`. */
export function fieldsOf({ body, headers }: FastifyRequest): Fields {
  const text = typeof body === 'string' ? body : '';
  if (headers['content-type']?.startsWith('application/x-www-form-urlencoded')) return formOf(text);
  try {
    const parsed: unknown = JSON.parse(text);
    return typeof parsed === 'object' && parsed !== null ? (parsed as Fields) : {};
  } catch {
    return {};
  }
}

function formOf(text: string): Fields {
  const fields: Fields = Object.create(null);
  for (const [name, value] of new URLSearchParams(text)) {
    const [, outer = name, inner] = /^(\w+)\[(\w+)\]$/.exec(name) ?? [];
    fields[outer] = inner === undefined ? value : { ...(fields[outer] as Fields), [inner]: value };
  }
  return fields;
}

export function textOf(fields: Fields, name: string): string | undefined {
  const value = fields[name];
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** Whole and above 0, as a number or as text. */
export function isAmount(value: unknown): boolean {
  return (typeof value === 'number' || typeof value === 'string') && /^[1-9]\d{0,11}$/.test(String(value));
}
