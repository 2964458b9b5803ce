import type { Config } from '@react-router/dev/config';
import { prerendered } from './src/prerendered.ts';

export default {
  appDirectory: 'src',
  buildDirectory: 'build',
  ssr: false,
  // One file a page: its guard alone is too small to be fetched apart.
  splitRouteModules: false,
  // The fallback is made anyway; every page named here is HTML before any script arrives.
  prerender: [...prerendered],
} satisfies Config;
