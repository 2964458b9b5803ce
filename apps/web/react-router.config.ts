import type { Config } from '@react-router/dev/config';
import { buildFolder } from './build-folder.ts';
import { prerendered } from './src/prerendered.ts';

export default {
  appDirectory: 'src',
  buildDirectory: buildFolder,
  ssr: false,
  // One file a page: its guard alone is too small to be fetched apart.
  splitRouteModules: false,
  // The fallback is made anyway; every page named here is HTML before any script arrives.
  prerender: [...prerendered],
} satisfies Config;
