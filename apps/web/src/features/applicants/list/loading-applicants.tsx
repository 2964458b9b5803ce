import { Loading, Skeleton } from '../../../ui/states.tsx';

export function LoadingApplicants() {
  return (
    <Loading>
      <div className="divide-y divide-line rounded-card border border-line bg-surface">
        {['one', 'two', 'three', 'four', 'five', 'six'].map((row) => (
          <div key={row} className="flex items-center gap-4 p-4 sm:px-6">
            <Skeleton className="size-11 shrink-0" />
            <div className="grow">
              <Skeleton className="h-5 w-40" />
              <Skeleton className="mt-2 h-4 w-28" />
            </div>
          </div>
        ))}
      </div>
    </Loading>
  );
}

export function DetailsLoading() {
  return (
    <Loading>
      <Skeleton className="h-60 w-full" />
    </Loading>
  );
}
