import type { ServiceContract } from '../endpoint.ts';
import { IDENTITY_BASE } from '../bases.ts';
import { PRODUCT_NAME } from '../product.ts';
import { identityAdminOperations } from './admin-operations.ts';
import * as people from './admin-people.ts';
import {
  askCompanyAsAdmin,
  decideCompanyAsAdmin,
  listCompaniesAsAdmin,
  readCompanyAsAdmin,
} from './admin-companies.ts';
import * as admin from './admin-sign-in.ts';
import { readIdentitySettingsAsAdmin, readIdentityWorkAsAdmin } from './admin-work.ts';
import { listAdminNamesAsAdmin } from './admins.ts';
import * as account from './accounts.ts';
import {
  decideCompany,
  readCompanyInformation,
  readCompanyVerification,
  submitCompanyInformation,
} from './company.ts';
import { finishGoogleSignIn, startGoogleSignIn } from './google.ts';
import { agreeToTexts } from './consents.ts';
import { askEmailChange, changeEmail, sendEmailChangeCode } from './email-change.ts';
import {
  readEndedSessions,
  readMatchingProfile,
  readNames,
  readPaymentAccount,
  readSigningKeys,
  readRoleAndCompany,
  sendEmail,
} from './people.ts';
import { acceptInvitation, countInvited, inviteToStudy, neverInvite } from './invitations.ts';
import * as phones from './phones.ts';
import { deleteOwnAccount, sendAccountDeletionCode } from './account-deletion.ts';
import { downloadOwnData } from './data-export.ts';
import * as own from './account-settings.ts';
import {
  changeMatching,
  changeUserInformation,
  readUserInformation,
  submitUserInformation,
} from './profiles.ts';
import { endPushSubscription, readPush, savePushSubscription } from './push.ts';
import { readReach } from './reach.ts';
import { logIn, logOut, readMe, refreshSession } from './sessions.ts';

export const identityContract = {
  name: 'identity',
  title: `${PRODUCT_NAME} identity service`,
  base: IDENTITY_BASE,
  endpoints: {
    registerPerson: account.registerPerson,
    verifyEmail: account.verifyEmail,
    resendVerification: account.resendVerification,
    existsByEmail: account.existsByEmail,
    resetPassword: account.resetPassword,
    readResetLink: account.readResetLink,
    updatePassword: account.updatePassword,
    logIn,
    startGoogleSignIn,
    finishGoogleSignIn,
    refreshSession,
    logOut,
    readMe,
    readOwnAccount: own.readOwnAccount,
    changeOwnAccount: own.changeOwnAccount,
    unsubscribeFromEmails: own.unsubscribeFromEmails,
    inviteToStudy,
    countInvited,
    acceptInvitation,
    neverInvite,
    changeOwnPassword: own.changeOwnPassword,
    agreeToTexts,
    sendEmailChangeCode,
    askEmailChange,
    changeEmail,
    askPhoneCode: phones.askPhoneCode,
    provePhone: phones.provePhone,
    removePhone: phones.removePhone,
    askLogInCode: phones.askLogInCode,
    logInByCode: phones.logInByCode,
    listOwnSessions: own.listOwnSessions,
    endOwnSession: own.endOwnSession,
    endOtherSessions: own.endOtherSessions,
    downloadOwnData,
    sendAccountDeletionCode,
    deleteOwnAccount,
    submitCompanyInformation,
    readCompanyInformation,
    readCompanyVerification,
    decideCompany,
    submitUserInformation,
    readUserInformation,
    changeUserInformation,
    changeMatching,
    readRoleAndCompany,
    readMatchingProfile,
    readNames,
    readEndedSessions,
    readPaymentAccount,
    readReach,
    readPush,
    savePushSubscription,
    endPushSubscription,
    sendEmail,
    startAdminSignIn: admin.startAdminSignIn,
    signAdminIn: admin.signAdminIn,
    startAdminEnrolment: admin.startAdminEnrolment,
    enrolAdmin: admin.enrolAdmin,
    renewAdminSession: admin.renewAdminSession,
    confirmAdminPasskey: admin.confirmAdminPasskey,
    endAdminSession: admin.endAdminSession,
    readAdmin: admin.readAdmin,
    readIdentityWorkAsAdmin,
    readIdentitySettingsAsAdmin,
    listAdminNamesAsAdmin,
    listCompaniesAsAdmin,
    readCompanyAsAdmin,
    decideCompanyAsAdmin,
    listPeopleAsAdmin: people.listPeopleAsAdmin,
    readPersonAsAdmin: people.readPersonAsAdmin,
    suspendPersonAsAdmin: people.suspendPersonAsAdmin,
    unsuspendPersonAsAdmin: people.unsuspendPersonAsAdmin,
    sendAccountEmailAsAdmin: people.sendAccountEmailAsAdmin,
    unlockPasswordAsAdmin: people.unlockPasswordAsAdmin,
    correctProfileAsAdmin: people.correctProfileAsAdmin,
    exportPersonAsAdmin: people.exportPersonAsAdmin,
    readDeletionAsAdmin: people.readDeletionAsAdmin,
    recordDeletionRequestAsAdmin: people.recordDeletionRequestAsAdmin,
    deletePersonAsAdmin: people.deletePersonAsAdmin,
    listDeliveriesAsAdmin: people.listDeliveriesAsAdmin,
    ...identityAdminOperations,
    askCompanyAsAdmin,
    readSigningKeys,
  },
} as const satisfies ServiceContract;
