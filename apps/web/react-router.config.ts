import type { Config } from '@react-router/dev/config';
import { buildFolder } from './build-folder.ts';
import { prerendered } from './src/prerendered.ts';

export default {
  appDirectory: 'src',
  buildDirectory: buildFolder,
  ssr: false,
  // Splitting is off, because a route's guard is too small for a separate file.
  splitRouteModules: false,
  prerender: [...prerendered],
} satisfies Config;
