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
  hasLoader: boolean;
  hasClientMiddleware: boolean;
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

/** The code of routes, by their ids, as far as it has come. */
export const routeModules = () => page.__reactRouterRouteModules!;
