import { identityService } from '@app/identity/service.ts';
import type { Service } from '@app/kit/service.ts';
import { paymentService } from '@app/payment/service.ts';
import { projectService } from '@app/project/service.ts';

export const SERVICES: readonly Service[] = [identityService, paymentService, projectService];
