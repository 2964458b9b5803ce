import type { Obstacle } from '@app/contracts/account-deletion.ts';
import type { DataPart } from '@app/contracts/data-export.ts';
import type { Databases } from '@app/kit/database.ts';
import type { SendMail } from '@app/kit/mail.ts';
import type { Service } from '@app/kit/service.ts';
import type { Environment } from '@app/kit/settings.ts';
import type { Seal } from '@app/kit/sealed-columns.ts';
import type { Deps } from '../deps.ts';

interface Disputes {
  list(
    most: number,
  ): Promise<readonly { id: string; studyName: string; startsAt: Date | null; openHours: number }[]>;
  sendAgain(id: string): Promise<boolean>;
}

interface SurveyDisputes extends Disputes {
  decide(given: {
    id: string;
    decision: 'APPROVED' | 'REJECTED';
    reason: string;
    by: string;
  }): Promise<boolean | 'NO_PLACE_LEFT'>;
}

/** Lists payables that the payment service has not accepted for one hour or longer. */
type ListUnsentPayables = (
  most: number,
) => Promise<readonly { applicationId: string; studyId: string; pesewas: number; since: Date }[]>;

export interface Operator extends Pick<Deps, 'db' | 'jobs'> {
  databases: Databases;
  services: readonly Pick<Service, 'schema' | 'role' | 'queues' | 'deletions'>[];
  disputes: Disputes;
  surveyDisputes: SurveyDisputes;
  listUnsentPayables: ListUnsentPayables;
  findObstacles(userId: string): Promise<readonly Obstacle[]>;
  openSeal(): Promise<Seal>;
  readOwnData(userId: string): AsyncIterable<DataPart>;
  sendMail: SendMail;
  readBalances(): Promise<readonly { name: string; pesewas?: number | undefined; said: string }[]>;
  folder: string;
  environment: Environment;
  by: string;
}
