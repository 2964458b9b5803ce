import type { LoaderFunction, MiddlewareFunction, ShouldRevalidateFunction } from 'react-router';
import type { ComponentType } from 'react';

/** A route as the framework's build lists it. */
export interface ListedRoute {
  id: string;
  parentId?: string;
  path?: string;
  index?: boolean;
  /** The address of its code. */
  module: string;
  /** What it exports: by the names in a shared file, or by its own names where it has its own file. */
  names?: Record<string, string>;
  hasLoader?: boolean;
  hasClientMiddleware?: boolean;
}

/** What the file of a route exports. */
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

/** Every route of the build. */
export const listedRoutes = () => page.__reactRouterManifest!.routes;

/** Fetches the code of a route. */
export async function fetchRoute({ module, names }: ListedRoute): Promise<RouteModule> {
  const file = (await import(/* @vite-ignore */ module)) as Record<string, unknown>;
  if (names === undefined) return file;
  return Object.fromEntries(Object.entries(names).map(([name, inside]) => [name, file[inside]]));
}

/** The code of routes, by their ids, as far as it has come. */
export const routeModules = () => page.__reactRouterRouteModules!;
