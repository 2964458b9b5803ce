import { failureWords } from '@app/words/failures.ts';
import type { ComponentType, ReactNode } from 'react';
import { FailedState } from './failed-state.tsx';
import { usePart } from './use-part.ts';

/** React's `lazy`, but where the code cannot be fetched only this part says so, with another try, and the page stays. */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  loading: ReactNode = null,
): ComponentType<Props> {
  return function LazyPart(props: Props) {
    const { part: Part, isFailed, retry } = usePart(load, true);
    if (Part) return <Part {...props} />;
    return isFailed ? <FailedState text={failureWords.network} onRetry={retry} /> : loading;
  };
}
