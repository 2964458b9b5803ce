import { join } from 'node:path';
import { reactRouter } from '@react-router/dev/vite';
import tailwindcss from '@tailwindcss/vite';
import { defaultClientConditions, defaultServerConditions, defineConfig } from 'vite';
import { CONTRACTS } from '../../contracts/src/contracts.ts';
import { isPseudo } from './build-folder.ts';
import { chunkGroups } from './chunks.ts';
import { leanContracts } from './lean-contracts.ts';

/** Which words are taken, before the conditions that every build has. */
const ofWords = isPseudo ? ['pseudo'] : [];
const backend = 'http://localhost:3000';

export default defineConfig({
  // Vite and the router both run with this folder as their root.
  plugins: [leanContracts(), tailwindcss(), reactRouter()],
  ssr: { resolve: { conditions: [...ofWords, ...defaultServerConditions] } },
  resolve: {
    conditions: [...ofWords, ...defaultClientConditions],
    alias: [
      {
        find: /^.*\/createLucideIcon\.mjs$/,
        replacement: join(import.meta.dirname, 'src/ui/lucide-icon.ts'),
      },
    ],
  },
  build: {
    sourcemap: false,
    // Every browser that runs this build knows modulepreload, and the polyfill is an inline script more.
    modulePreload: { polyfill: false },
    // An asset inside CSS as a data: address would need a wider content policy.
    assetsInlineLimit: 0,
    rolldownOptions: { output: { codeSplitting: { groups: chunkGroups } } },
  },
  server: {
    port: 5173,
    proxy: {
      ...Object.fromEntries(CONTRACTS.map(({ base }) => [base, backend])),
      '/dev': backend,
    },
  },
});
