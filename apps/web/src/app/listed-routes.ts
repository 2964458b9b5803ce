import type { LoaderFunction, MiddlewareFunction, ShouldRevalidateFunction } from 'react-router';
import type { ComponentType } from 'react';

export interface ListedRoute {
  id: string;
  parentId?: string;
  path?: string;
  index?: boolean;
  module: string;
  /** The router needs these names. The values are the names in a shared file. */
  names?: Record<string, string>;
  hasLoader?: boolean;
  hasClientMiddleware?: boolean;
}

export interface RouteModule {
  default?: ComponentType;
  clientLoader?: LoaderFunction;
  clientMiddleware?: MiddlewareFunction[];
  shouldRevalidate?: ShouldRevalidateFunction;
  handle?: unknown;
  meta?: (of: {
    matches: readonly { id: string }[];
  }) => ({ title: string } | { name: string; content: string })[];
}

const page = globalThis as {
  __reactRouterManifest?: { routes: Record<string, ListedRoute> };
  __reactRouterRouteModules?: Record<string, RouteModule>;
};

export const listedRoutes = () => page.__reactRouterManifest!.routes;

export async function fetchRoute({ module, names }: ListedRoute): Promise<RouteModule> {
  const file = (await import(/* @vite-ignore */ module)) as Record<string, unknown>;
  if (names === undefined) return file;
  return Object.fromEntries(Object.entries(names).map(([name, inside]) => [name, file[inside]]));
}

export const routeModules = () => page.__reactRouterRouteModules!;

export const routeForAddress = (address: string) =>
  Object.values(listedRoutes()).find(({ path }) => path !== undefined && address.endsWith(`/${path}`));
