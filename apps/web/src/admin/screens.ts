import { ADMIN_ROLES, type AdminRole } from '@app/contracts/enumerations.ts';
import { adminWords } from '@app/words/admin.ts';
import type { ComponentType } from 'react';

export interface AdminScreen {
  path: string;
  label: string;
  roles: readonly AdminRole[];
  load: () => Promise<{ Component: ComponentType }>;
  /** People reach this screen from a row of a list, not from the menu. */
  isRecord?: true;
}

const { screens } = adminWords;

/**
 * To add a screen, export `Component`, which renders `AdminPage`, from `<screen>/<screen>.tsx`, and add a row
 * in the order of the menu. Its words are in words/en/admin-<screen>.ts. Use `AdminList`, `useAdminRead` and
 * `ActionDialog`.
 */
export const adminScreens: readonly AdminScreen[] = [
  { path: '/', label: screens.home, roles: ADMIN_ROLES, load: () => import('./home/home.tsx') },
  {
    path: '/companies',
    label: screens.companies,
    roles: ['SUPPORT', 'ADMIN'],
    load: () => import('./companies/companies.tsx'),
  },
  {
    path: '/companies/:userId',
    label: screens.companies,
    roles: ['SUPPORT', 'ADMIN'],
    load: () => import('./companies/company.tsx'),
    isRecord: true,
  },
  {
    path: '/people',
    label: screens.people,
    roles: ['SUPPORT', 'ADMIN'],
    load: () => import('./people/people.tsx'),
  },
  {
    path: '/people/:userId',
    label: screens.people,
    roles: ['SUPPORT', 'ADMIN'],
    load: () => import('./people/person.tsx'),
    isRecord: true,
  },
  {
    path: '/disputes',
    label: screens.disputes,
    roles: ['ADMIN'],
    load: () => import('./disputes/disputes.tsx'),
  },
  {
    path: '/disputes/:id',
    label: screens.disputes,
    roles: ['ADMIN'],
    load: () => import('./disputes/dispute.tsx'),
    isRecord: true,
  },
  {
    path: '/reports',
    label: screens.reports,
    roles: ['SUPPORT', 'ADMIN'],
    load: () => import('./reports/reports.tsx'),
  },
  {
    path: '/reports/:id',
    label: screens.reports,
    roles: ['SUPPORT', 'ADMIN'],
    load: () => import('./reports/report.tsx'),
    isRecord: true,
  },
  {
    path: '/studies',
    label: screens.studies,
    roles: ['SUPPORT', 'ADMIN'],
    load: () => import('./studies/studies.tsx'),
  },
  {
    path: '/studies/:id',
    label: screens.studies,
    roles: ['SUPPORT', 'ADMIN'],
    load: () => import('./studies/study.tsx'),
    isRecord: true,
  },
  {
    path: '/payments',
    label: screens.payments,
    roles: ['FINANCE'],
    load: () => import('./payments/payments.tsx'),
  },
  {
    path: '/providers',
    label: screens.providers,
    roles: ['FINANCE'],
    load: () => import('./providers/providers.tsx'),
  },
  {
    path: '/exports',
    label: screens.exports,
    roles: ['FINANCE'],
    load: () => import('./exports/exports.tsx'),
  },
  {
    path: '/deliveries',
    label: screens.deliveries,
    roles: ['SUPPORT', 'ADMIN'],
    load: () => import('./deliveries/deliveries.tsx'),
  },
  {
    path: '/dead-letters',
    label: screens.deadLetters,
    roles: ['ADMIN'],
    load: () => import('./operations/dead-letters.tsx'),
  },
  {
    path: '/audit',
    label: screens.audit,
    roles: ['ADMIN'],
    load: () => import('./operations/audit.tsx'),
  },
  {
    path: '/settings',
    label: screens.settings,
    roles: ADMIN_ROLES,
    load: () => import('./settings/settings.tsx'),
  },
];
