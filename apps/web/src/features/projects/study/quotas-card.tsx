import { failureWords } from '@app/words/failures.ts';
import { groupText } from '@app/words/quota-names.ts';
import { quotaWords as words } from '@app/words/quotas.ts';
import type { ApplicantCounts } from '@app/contracts/project/applicants.ts';
import type { Quota } from '@app/contracts/project/quotas.ts';
import { readStudyReach } from '@app/contracts/project/reach.ts';
import type { Study } from '@app/contracts/project/studies.ts';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { callProject } from '../../../api/call.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { lazyPart } from '../../../ui/states.tsx';
import { Sideways } from './horizontal-scroll.tsx';

function criteriaOf(study: Study, { gender, minimumAge, maximumAge, region }: Quota) {
  return {
    minimumAge: minimumAge ?? study.minimumAge,
    maximumAge: maximumAge ?? study.maximumAge,
    genders: gender ? [gender] : study.gender,
    educationLevels: study.education,
    incomeRanges: study.annualHouseholdIncome,
    deviceRequirements: study.deviceRequirements,
    languages: study.languages,
    employment: study.employment,
    jobRoles: study.jobRoles,
    industries: study.industries,
    phoneOs: study.phoneOs,
    hasInternet: study.hasInternet,
    regions: region ? [region] : study.regions,
  };
}

function GroupReach({ study, quota }: { study: Study; quota: Quota }) {
  const reach = useMutation({
    mutationFn: () => callProject(readStudyReach, { body: criteriaOf(study, quota) }),
  });
  if (!reach.data) {
    return (
      <div role="status">
        {reach.isError && failureWords.network}
        <Button
          variant="quiet"
          size="small"
          className="-ml-4"
          aria-label={words.groupReachLabel(groupText(quota))}
          isBusy={reach.isPending}
          onClick={() => reach.mutate()}
        >
          {words.reach}
        </Button>
      </div>
    );
  }
  const { count, reading } = reach.data;
  return (
    <p role="status" className="figures text-sm text-cocoa-2">
      {reading ? words.reachedAs[reading](count) : words.reached(count)}
    </p>
  );
}

const number = 'figures py-2 pr-3 text-left align-top font-normal';

interface GroupsCardProps {
  study: Study;
  counts: ApplicantCounts | undefined;
  mayChange: boolean;
}

const MovePlacesModal = lazyPart(async () => (await import('./move-places-modal.tsx')).MovePlacesModal);

export function GroupsCard({ study, counts, mayChange }: GroupsCardProps) {
  const isTaking = study.state === 'PUBLISHED';
  const [isMoving, setIsMoving] = useState(false);
  const mayMove = mayChange && counts && study.state !== 'CLOSED' && study.quotas.length > 1;
  return (
    <Card>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h2 className="text-lg">{words.heading}</h2>
        {mayMove && (
          <Button variant="secondary" size="small" onClick={() => setIsMoving(true)}>
            {words.movePlaces}
          </Button>
        )}
      </div>
      {isMoving && counts && <MovePlacesModal {...{ study, counts }} onClose={() => setIsMoving(false)} />}
      <Sideways label={words.heading}>
        <table className="w-full text-sm">
          <thead className="text-cocoa-2">
            <tr>
              <th scope="col" className={number}>
                {words.group}
              </th>
              <th scope="col" className={number}>
                {words.accepted}
              </th>
              <th scope="col" className={number}>
                {words.met}
              </th>
            </tr>
          </thead>
          <tbody className="divide-y divide-line">
            {study.quotas.map((quota, at) => {
              const { pending = 0, accepted = 0, met = 0, taken = 0 } = counts?.byQuota[at] ?? {};
              const isFull = counts !== undefined && taken >= quota.places;
              return (
                <tr key={groupText(quota)}>
                  <th scope="row" className="w-full py-2 pr-3 text-left align-top font-normal wrap-anywhere">
                    <span className="mr-2 font-semibold">{groupText(quota)}</span>
                    {isFull && <Badge>{quota.places === 0 ? words.noPlaces : words.full}</Badge>}
                    <div aria-hidden="true" className="mt-1.5 h-2 overflow-hidden rounded-pill bg-sunken">
                      <div
                        className="h-full bg-green"
                        style={{
                          width: `${quota.places === 0 ? 0 : Math.min(100, (100 * accepted) / quota.places)}%`,
                        }}
                      />
                    </div>
                    {counts && isTaking && pending === 0 && !isFull && <GroupReach {...{ study, quota }} />}
                  </th>
                  <td className={`${number} whitespace-nowrap`}>
                    {words.acceptedCount(accepted, quota.places)}
                  </td>
                  <td className={number}>{met}</td>
                </tr>
              );
            })}
          </tbody>
        </table>
      </Sideways>
    </Card>
  );
}
