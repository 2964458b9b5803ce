import { CallFailed } from '../../api/failure.ts';

/** In the form for one part, `payment.phoneNumber` is called `phoneNumber`. */
export function removePartFromFields(error: unknown, part: string): unknown {
  if (!(error instanceof CallFailed)) return error;
  const items = error.items.map((item) =>
    item.field?.startsWith(`${part}.`) ? { ...item, field: item.field.slice(part.length + 1) } : item,
  );
  const { kind, status, code, detail, reference } = error;
  return new CallFailed({ kind, status, code, detail, items, reference }, { cause: error });
}
