import { join } from 'node:path';
import { normalizePath, type Plugin } from 'vite';

const lastResort = JSON.stringify(normalizePath(join(import.meta.dirname, 'src/app/frames/last-resort.tsx')));

/** The data inside every page of the build, as the router would read it. */
export const broughtAlong = {
  loaderData: { 'app/gates/guest': null },
  actionData: null,
  errors: null,
};

/**
 * What the router finds out at run time and this build knows: pages are static files (ssr: false), every route is in the
 * manifest, and nothing is submitted to a route, prefetched by a link, animated between pages, held up by a blocker or
 * instrumented. Written in, the code behind it falls away.
 */
const decided: Record<string, readonly (readonly [asked: string, known: string])[]> = {
  'dom/ssr/fog-of-war.js': [
    ['return routeDiscovery.mode === "lazy" && ssr === true;', 'return false;'],
    ['if (!isFogOfWarEnabled(routeDiscovery, ssr)) return;', 'return;'],
    [
      'if (!isFogOfWarEnabled(routeDiscovery, ssr) || window.navigator?.connection?.saveData === true) return;',
      'return;',
    ],
  ],
  'dom/ssr/single-fetch.js': [
    ['if (request.method !== "GET")', 'if (false)'],
    ['if (!ssr && !foundRevalidatingServerLoader)', 'if (true)'],
    // What a page brings along for its routes: build.ts makes sure that it is this.
    [
      'return decode(body, {',
      `return Promise.resolve({ value: ${JSON.stringify(broughtAlong)} }); return decode(body, {`,
    ],
  ],
  // It would reload the page that one is on, for ever where there is no connection; the last resort does better (root.tsx).
  'dom/ssr/routeModules.js': [
    ['window.location.reload();', 'throw error;'],
    ['return new Promise(() => {});', ''],
  ],
  'dom/ssr/routes.js': [['route.id === "root" ? () =>', 'false ? () =>']],
  // Its last resort shows people a stack trace, by a script that the content policy forbids.
  'dom/ssr/errorBoundaries.js': [
    [
      'if (this.state.error) return',
      'if (this.state.error) return React$1.createElement(LastResort); else if (false) return',
    ],
    [
      'import * as React$1 from "react";',
      `import * as React$1 from "react";\nimport { LastResort } from ${lastResort};`,
    ],
  ],
  'dom/ssr/components.js': [
    ['isPageLinkDescriptor(link) ?', 'false ?'],
    ['theirElementProps) {', 'theirElementProps) {\n\treturn [false, void 0, {}];'],
  ],
  'dom-export/hydrated-router.js': [
    ['if (window.__reactRouterManifest.sri === true)', 'if (false)'],
    ['router.createRoutesForHMR = UNSAFE_createClientRoutesWithHMRRevalidationOptOut;', ''],
  ],
  'dom/lib.js': [['return shouldPrefetch && !isAbsolute ?', 'return false ?']],
  'components.js': [
    ['if (!viewTransitionOpts || !isViewTransitionAvailable)', 'if (true)'],
    ['if (renderDfd && pendingState && router.window)', 'if (false)'],
    ['if (!vtContext.isTransitioning && interruption)', 'if (false)'],
  ],
  'router/router.js': [
    ['if (init.instrumentations)', 'if (false)'],
    // A guard has nothing to guard where nothing is loaded: a wizard's next step is drawn once, and not as "loading" first.
    [
      'if (!init.dataStrategy && !dsMatches.some((m) => m.shouldLoad) && !dsMatches.some((m) => m.route.middleware && m.route.middleware.length > 0) && revalidatingFetchers.length === 0)',
      'if (!dsMatches.some((m) => m.shouldLoad) && revalidatingFetchers.length === 0)',
    ],
    ['consumeInstrumentationClientResultMetaReceiver(router)', 'void 0'],
    ['if (init.patchRoutesOnNavigation)', 'if (false)'],
    ['if (!init.patchRoutesOnNavigation)', 'if (true)'],
    ['if (isFogOfWar)', 'if (false)'],
    ['if (opts && opts.submission && isMutationMethod(opts.submission.formMethod))', 'if (false)'],
    ['if (blockerKey && delta != null)', 'if (false)'],
    ['if (blockerKey)', 'if (false)'],
    ['\t\tfetch,\n', ''],
    ['\t\t_internalSetRoutes,\n', ''],
  ],
};

/** The sentences for who misuses the router: `react-router dev` says them, and people never read them. */
const advice = /^(\s*(?:UNSAFE_)?(?:invariant|warning|warnOnce)\(.*), (?:"(?:[^"\\]|\\.)*"|`[^`]*`)\);$/gm;

/** What no longer works without the code that was taken away. */
const taken =
  /\b(?:Form|PrefetchPageLinks|useBlocker|useFetchers?|useSubmit|useViewTransitionState)\b(?=[^;]*from ['"]react-router['"])/;

/**
 * Leaves out of the router what this product never reaches: 7 KiB of brotli on every page with a script. Fails the build
 * where it no longer fits the router or us.
 */
export function leanRouter(): Plugin {
  return {
    name: 'lean-router',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    transform: {
      filter: { id: [/react-router\/dist\/production\/lib\//, /\/web\/src\/.*\.tsx?$/] },
      handler(code, id) {
        const part = /react-router\/dist\/production\/lib\/(.*)$/.exec(id)?.[1];
        if (part === undefined) {
          const word = taken.exec(code)?.[0];
          if (word !== undefined) this.error(`${word} of the router was left out by lean-router.ts`);
          return null;
        }
        const edits = decided[part] ?? [];
        const unknown = edits.find(([asked]) => !code.includes(asked));
        if (unknown) this.error(`The router no longer says "${unknown[0]}"`);
        const lean = edits.reduce((text, [asked, known]) => text.replaceAll(asked, known), code);
        return { code: lean.replaceAll(advice, '$1);'), map: null };
      },
    },
  };
}
