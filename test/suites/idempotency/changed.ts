/** Yields every copy of a value with one part replaced by another of its kind. */
export function* changedCopies(value: unknown): Generator {
  if (Array.isArray(value)) {
    for (const [index, one] of value.entries())
      for (const other of changedCopies(one)) yield value.with(index, other);
  } else if (typeof value === 'object' && value !== null) {
    for (const [key, one] of Object.entries(value))
      for (const other of changedCopies(one)) yield { ...value, [key]: other };
  } else yield toOtherValue(value);
}

function toOtherValue(value: unknown): unknown {
  if (value === 'PARTICIPANT') return 'RESEARCHER';
  if (typeof value === 'string') return `${value.startsWith('a') ? 'b' : 'a'}${value.slice(1)}`;
  if (typeof value === 'number') return value + 1;
  return typeof value === 'boolean' ? !value : new Date().toISOString();
}
