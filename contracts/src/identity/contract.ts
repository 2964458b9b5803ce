import type { ServiceContract } from '../endpoint.ts';
import { IDENTITY_BASE } from '../bases.ts';
import { PRODUCT_NAME } from '../product.ts';
import * as account from './account.ts';
import { decideCompany, submitCompanyInformation } from './company.ts';
import { readMatchingProfile, readNames, readSigningKeys, readStanding } from './people.ts';
import { submitUserInformation } from './profile.ts';
import { logIn, logOut, readMe, refreshSession } from './session.ts';

/** Everything that the identity service answers, by operation id. */
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
    updatePassword: account.updatePassword,
    logIn,
    refreshSession,
    logOut,
    readMe,
    submitCompanyInformation,
    decideCompany,
    submitUserInformation,
    readStanding,
    readMatchingProfile,
    readNames,
    readSigningKeys,
  },
} as const satisfies ServiceContract;
