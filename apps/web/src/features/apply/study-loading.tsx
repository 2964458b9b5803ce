import { applyMessages as words } from '@app/words/apply.ts';
import { Card } from '../../ui/card.tsx';
import { Loading, Skeleton } from '../../ui/skeleton.tsx';

export function StudyLoading() {
  return (
    <Loading label={words.loading}>
      <Skeleton className="h-4 w-40" />
      <Skeleton className="mt-3 h-9 w-3/4" />
      <Skeleton className="mt-4 h-5 w-2/3" />
      <Skeleton className="mt-6 h-20 w-full" />
      <Card className="mt-8">
        <Skeleton className="h-5 w-1/2" />
        <Skeleton className="mt-4 h-12 w-full" />
        <Skeleton className="mt-2 h-12 w-full" />
      </Card>
    </Loading>
  );
}
