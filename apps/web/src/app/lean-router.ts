/**
 * Stands in for two files of the router's package in the browser (apps/web/lean-router.ts): the framework's parts of
 * links, which do nothing without its router, and instrumentation, which nobody asks for.
 */
import { createContext, type Ref, useRef } from 'react';

export const FrameworkContext = createContext(undefined);

/** As without the framework's router: nothing is fetched before a link is followed. */
export function usePrefetchBehavior() {
  return [false, useRef(null), {}] as const;
}

export const PrefetchPageLinks = () => null;

export function mergeRefs<T>(...refs: readonly Ref<T>[]) {
  return (value: T | null) => {
    for (const ref of refs) {
      if (typeof ref === 'function') ref(value);
      else if (ref) ref.current = value;
    }
  };
}

export const consumeInstrumentationClientResultMetaReceiver = () => undefined;
export const getRouteInstrumentationUpdates = () => ({});
export const instrumentClientSideRouter = <T>(router: T): T => router;
