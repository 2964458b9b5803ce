import tailwindcss from '@tailwindcss/vite';
import { defaultClientConditions, defineConfig } from 'vite';
import { buildFolder, isPseudo } from '../build-folder.ts';
import { leanContracts } from '../lean-contracts.ts';

/** A separate build keeps this page out of the product. `vite` here gives hot reload. */
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
