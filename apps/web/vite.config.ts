import { join } from 'node:path';
import { reactRouter } from '@react-router/dev/vite';
import tailwindcss from '@tailwindcss/vite';
import { defaultClientConditions, defaultServerConditions, defineConfig } from 'vite';
import { CONTRACTS } from '../../contracts/src/contracts.ts';
import { isPseudo } from './build-folder.ts';
import { chunkGroups } from './chunks.ts';
import { leanContracts } from './lean-contracts.ts';

const ofWords = isPseudo ? ['pseudo'] : [];
const backend = 'http://localhost:3000';

export default defineConfig({
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
    // All browsers that we support know modulepreload, and its polyfill would be an inline script.
    modulePreload: { polyfill: false },
    // For a data: address, the content policy would have to allow more.
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
