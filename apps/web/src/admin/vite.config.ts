import tailwindcss from '@tailwindcss/vite';
import { defaultClientConditions, defineConfig } from 'vite';
import { buildFolder, isPseudo } from '../../build-folder.ts';
import { leanContracts } from '../../lean-contracts.ts';

/** A build of its own, so that no page of participants or researchers loads a file of the admin area. */
export default defineConfig({
  root: import.meta.dirname,
  publicDir: false,
  plugins: [leanContracts(), tailwindcss()],
  resolve: { conditions: [...(isPseudo ? ['pseudo'] : []), ...defaultClientConditions] },
  build: {
    outDir: `../../${buildFolder}/admin`,
    emptyOutDir: true,
    sourcemap: false,
    modulePreload: { polyfill: false },
    // For a data: address, the content policy would have to allow more.
    assetsInlineLimit: 0,
  },
});
