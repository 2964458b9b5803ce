import type { Config } from '@react-router/dev/config';
import { buildFolder } from './build-folder.ts';
import { prerendered } from './src/prerendered.ts';

export default {
  appDirectory: 'src',
  buildDirectory: buildFolder,
  ssr: false,
  // The guard of a route is too small for a file of its own.
  splitRouteModules: false,
  prerender: [...prerendered],
} satisfies Config;
