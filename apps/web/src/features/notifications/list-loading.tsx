import { Loading, Skeleton } from '../../ui/states.tsx';

export function ListLoading() {
  return (
    <div className="px-5 pt-2 pb-5">
      <Loading>
        <Skeleton className="mb-4 h-10" />
        <Skeleton className="h-10" />
      </Loading>
    </div>
  );
}
