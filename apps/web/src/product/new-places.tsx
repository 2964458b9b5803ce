import { type Cell, spreadPlaces } from '@app/contracts/project/cells.ts';
import { groupText } from '@app/words/groups.ts';
import { quotaWords as words } from '@app/words/quotas.ts';

/** The server uses the same rule. */
export function NewPlaces({ cells, more }: { cells: readonly Cell[]; more: number }) {
  const shares = spreadPlaces(
    cells.map(({ places }) => places),
    Math.max(0, more),
  );
  const given = cells.flatMap((cell, at) =>
    (shares[at] ?? 0) > 0 ? [[groupText(cell), shares[at] ?? 0] as const] : [],
  );
  return (
    <p role="status" className="text-sm text-cocoa-2">
      {given.length > 0 && words.more(given)}
    </p>
  );
}
