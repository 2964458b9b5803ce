import { join } from 'node:path';
import type { Plugin } from 'vite';

/** Which parts of the router's package are left out, by who asks for them. */
const left = [
  ['/react-router/dist/production/lib/dom/lib.js', './ssr/components.js'],
  ['/react-router/dist/production/lib/router/router.js', './instrumentation.js'],
] as const;

/**
 * Leaves out of the browser's files what only the framework's router and observers use. The package binds it to its
 * links and its router, so a bundler must keep it. HTML is still built with the whole package.
 */
export function leanRouter(): Plugin {
  return {
    name: 'lean-router',
    apply: 'build',
    enforce: 'pre',
    applyToEnvironment: ({ name }) => name === 'client',
    resolveId(source, importer) {
      const isLeft = left.some(([file, part]) => part === source && importer?.endsWith(file));
      return isLeft ? join(import.meta.dirname, 'src/app/lean-router.ts') : undefined;
    },
  };
}
