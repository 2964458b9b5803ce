import tailwindcss from '@tailwindcss/vite';
import { defaultClientConditions, defineConfig } from 'vite';
import { buildFolder, isPseudo } from '../build-folder.ts';
import { leanContracts } from '../lean-contracts.ts';

/**
 * The demo's page of all parts, built apart: no page of the product carries a byte for it, and production does not have
 * it at all. While working on a part, `vite` in this folder shows it with hot reload.
 */
export default defineConfig({
  root: import.meta.dirname,
  base: '/dev/parts/',
  publicDir: '../public',
  plugins: [leanContracts(), tailwindcss()],
  resolve: { conditions: [...(isPseudo ? ['pseudo'] : []), ...defaultClientConditions] },
  build: {
    outDir: `../${buildFolder}/parts`,
    emptyOutDir: true,
    sourcemap: false,
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
  },
});
