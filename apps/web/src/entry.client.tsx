import { type ComponentType, type ReactNode, startTransition, StrictMode, useLayoutEffect } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { createBrowserRouter, type DOMRouterOpts, type RouteObject } from 'react-router';
import { HydratedRouter, RouterProvider } from 'react-router/dom';
import { LastResort } from './app/frames/error-page.tsx';
import {
  fetchRoute,
  type ListedRoute,
  listedRoutes,
  type RouteModule,
  routeModules,
} from './app/listed-routes.ts';

type RootModule = RouteModule &
  Record<'default' | 'ErrorBoundary' | 'HydrateFallback', ComponentType> & {
    Layout: ComponentType<{ children: ReactNode }>;
  };

function toRouteObject(module: RouteModule): RouteObject {
  const { default: Component, clientLoader, clientMiddleware, handle, shouldRevalidate } = module;
  return {
    Component,
    loader: clientLoader,
    middleware: clientMiddleware,
    handle,
    shouldRevalidate,
  } as RouteObject;
}

let endHydration: () => void;
const hydrated = new Promise<void>((resolve) => (endHydration = resolve));

/** Until the page is hydrated, the router must render exactly what the HTML contains. */
function Hydrated(): null {
  useLayoutEffect(endHydration, []);
  return null;
}

/** The router needs the middleware of a lazy route earlier than the rest. */
function lazily(route: ListedRoute): RouteObject['lazy'] {
  const { id, hasClientMiddleware } = route;
  const modules = routeModules();
  const load = async () => {
    const [module] = await Promise.all([fetchRoute(route), hydrated]);
    return (modules[id] ??= module);
  };
  const all = async () => toRouteObject(await load());
  if (!hasClientMiddleware) return all as RouteObject['lazy'];
  const part = (name: 'Component' | 'loader' | 'middleware' | 'shouldRevalidate') => async () =>
    (await all())[name];
  return {
    Component: part('Component'),
    loader: part('loader'),
    middleware: part('middleware'),
    shouldRevalidate: part('shouldRevalidate'),
  } as RouteObject['lazy'];
}

function routesBelow(parentId: string): RouteObject[] {
  const below = Object.values(listedRoutes()).filter((route) => route.parentId === parentId);
  return below.map((route) => {
    const { id, path, index } = route;
    const brought = routeModules()[id];
    const parts = brought ? toRouteObject(brought) : { lazy: lazily(route) };
    return { id, path, ...parts, ...(index ? { index } : { children: routesBelow(id) }) } as RouteObject;
  });
}

function allRoutes(): RouteObject[] {
  const {
    Layout,
    default: App,
    ErrorBoundary,
    HydrateFallback,
    shouldRevalidate,
  } = routeModules().root as RootModule;
  const inLayout = (Part: ComponentType) => (
    <Layout>
      <Part />
    </Layout>
  );
  return [
    {
      id: 'root',
      path: '',
      element: inLayout(App),
      errorElement: inLayout(ErrorBoundary),
      hydrateFallbackElement: inLayout(HydrateFallback),
      shouldRevalidate: shouldRevalidate!,
      children: routesBelow('root'),
    },
  ];
}

/** During the build, the loaders returned nothing. build.ts checks this. */
function broughtAlong(): DOMRouterOpts {
  const ids = Object.keys(routeModules());
  if (ids.length === 1) return {};
  const loaded = ids.filter((id) => listedRoutes()[id]!.hasLoader);
  return { hydrationData: { loaderData: Object.fromEntries(loaded.map((id) => [id, null])) } };
}

/**
 * The framework's router has 8 KiB for server rendering only, so only development uses it, for hot reload.
 */
function start(): ReactNode {
  if (import.meta.env.DEV) return <HydratedRouter />;
  return (
    <>
      <RouterProvider router={createBrowserRouter(allRoutes(), broughtAlong())} />
      {/* `useId` depends on the position in the tree. The built HTML has two children here, so this tree must
          have two as well. */}
      <Hydrated />
    </>
  );
}

startTransition(() => {
  const root = hydrateRoot(document, <StrictMode>{start()}</StrictMode>, {
    onUncaughtError(error) {
      // React logs only errors that a boundary has caught, so this one is logged here.
      console.error(error);
      root.render(<LastResort />);
    },
  });
});
