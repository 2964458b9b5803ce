import { readCompanyInformation } from '@app/contracts/identity/company.ts';
import type { SignedInUser } from '@app/contracts/identity/person.ts';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { callIdentity } from '../api/call.ts';
import { companyKeys } from '../api/keys.ts';
import { readUser, storeUser } from '../session/session.ts';

/** If the stored status has changed, the company is read from the server again. */
export function useSentCompany({ userId, adminVerificationStatus: known }: SignedInUser) {
  const company = useQuery({
    queryKey: companyKeys.sent(userId, known),
    queryFn: ({ signal }) => callIdentity(readCompanyInformation, {}, signal),
    staleTime: 0,
  });
  // A response is newer than the stored user only if it came after the page was opened.
  const isNew = company.isFetchedAfterMount && company.isSuccess && !company.isFetching;
  const status = isNew ? company.data.status : undefined;
  useEffect(() => {
    const user = readUser();
    if (status === undefined || user?.userId !== userId || user.adminVerificationStatus === status) return;
    storeUser({ ...user, adminVerificationStatus: status });
  }, [status, userId]);
  return company;
}
