import { PAYMENT_BASE } from '../bases.ts';
import type { ServiceContract } from '../endpoint.ts';
import { PRODUCT_NAME } from '../product.ts';
import { paymentAdminOperations } from './admin-operations.ts';
import { readPersonInPaymentAsAdmin } from './admin-people.ts';
import { confirmAccount, lookUpAccount } from './account-check.ts';
import { readPaymentSettingsAsAdmin, readPaymentWorkAsAdmin } from './admin-work.ts';
import * as adminExports from './admin-exports.ts';
import * as adminPayments from './admin-payments.ts';
import * as budgets from './budgets.ts';
import { readPaymentEmail } from './emails.ts';
import * as payouts from './payouts.ts';
import * as statements from './statements.ts';
import { erasePerson, findObstacles, readOwnData, readOwnSums, readSigningKeys } from './people.ts';

/** The callbacks of providers have routes of their own. */
export const paymentContract = {
  name: 'payment',
  title: `${PRODUCT_NAME} payment service`,
  base: PAYMENT_BASE,
  endpoints: {
    quoteBudget: budgets.quoteBudget,
    fundBudget: budgets.fundBudget,
    sumBudgets: budgets.sumBudgets,
    readBudget: budgets.readBudget,
    raiseBudget: budgets.raiseBudget,
    submitPromptCode: budgets.submitPromptCode,
    closeBudget: budgets.closeBudget,
    endBudget: budgets.endBudget,
    readCover: budgets.readCover,
    promisePlaces: budgets.promisePlaces,
    requestPayout: payouts.requestPayout,
    readIncentives: payouts.readIncentives,
    listPayouts: payouts.listPayouts,
    retryPayout: payouts.retryPayout,
    reportMissing: payouts.reportMissing,
    payBonus: payouts.payBonus,
    readStatement: statements.readStatement,
    exportStatement: statements.exportStatement,
    exportStatementWorkbook: statements.exportStatementWorkbook,
    listPaymentsAsAdmin: adminPayments.listPaymentsAsAdmin,
    decidePaymentAsAdmin: adminPayments.decidePaymentAsAdmin,
    readBalancesAsAdmin: adminPayments.readBalancesAsAdmin,
    listDifferencesAsAdmin: adminPayments.listDifferencesAsAdmin,
    changeProviderAsAdmin: adminPayments.changeProviderAsAdmin,
    listMonthsAsAdmin: adminExports.listMonthsAsAdmin,
    exportPaymentsAsAdmin: adminExports.exportPaymentsAsAdmin,
    exportLedgerAsAdmin: adminExports.exportLedgerAsAdmin,
    lookUpAccount,
    confirmAccount,
    readPaymentEmail,
    readOwnSums,
    findObstacles,
    erasePerson,
    readOwnData,
    readSigningKeys,
    readPersonInPaymentAsAdmin,
    ...paymentAdminOperations,
    readPaymentWorkAsAdmin,
    readPaymentSettingsAsAdmin,
  },
} as const satisfies ServiceContract;
