import * as z from 'zod';
import type { Environment } from '@app/kit/service.ts';
import { readSettings } from '@app/kit/settings.ts';

/** The project service's settings; .env.example explains each. */
const ProjectSettings = z.object({
  SERVICE_SECRET: z.string().min(32),
});

export type ProjectConfig = z.infer<typeof ProjectSettings>;

export function readProjectConfig(environment: Environment): ProjectConfig {
  return readSettings(ProjectSettings, environment);
}
