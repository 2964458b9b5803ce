import { type Quota, spreadPlaces } from '@app/contracts/project/quotas.ts';
import { groupText } from '@app/words/quota-names.ts';
import { quotaWords as words } from '@app/words/quotas.ts';

/** The server uses the same rule for new places. */
export function AddedPlacesByGroup({ quotas, more }: { quotas: readonly Quota[]; more: number }) {
  const shares = spreadPlaces(
    quotas.map(({ places }) => places),
    Math.max(0, more),
  );
  const given = quotas.flatMap((quota, at) =>
    (shares[at] ?? 0) > 0 ? [[groupText(quota), shares[at] ?? 0] as const] : [],
  );
  return (
    <p role="status" className="text-sm text-cocoa-2">
      {given.length > 0 && words.more(given)}
    </p>
  );
}
