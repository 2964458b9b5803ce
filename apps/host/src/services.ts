import { identityService } from '@app/identity/service.ts';
import type { Service } from '@app/kit/service.ts';
import { paymentService } from '@app/payment/service.ts';
import { projectService } from '@app/project/service.ts';

/** Every backend that a process can run; the settings choose which of them it does. */
export const SERVICES: readonly Service[] = [identityService, paymentService, projectService];
