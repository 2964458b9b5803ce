import type { Obstacle } from '@app/contracts/leaving.ts';
import type { DataPart } from '@app/contracts/own-data.ts';
import type { Databases } from '@app/kit/database.ts';
import type { SendLetter } from '@app/kit/mail.ts';
import type { Environment, Service } from '@app/kit/service.ts';
import type { Seal } from '@app/kit/sealed-columns.ts';
import type { Deps } from '../deps.ts';

/** What the project service says of meetings of which two people give different accounts. */
interface Disputes {
  list(
    most: number,
  ): Promise<readonly { id: string; studyName: string; startsAt: Date | null; openHours: number }[]>;
  /** False if no such dispute is open. */
  sendAgain(bookingId: string): Promise<boolean>;
}

/** What participants are owed and the payment service has not taken for an hour, from the project service. */
type ListUnsentPayables = (
  most: number,
) => Promise<readonly { applicationId: string; studyId: string; pesewas: number; since: Date }[]>;

/** What an operator works with: this service, and the audit and the jobs of all. */
export interface Operator extends Pick<Deps, 'db' | 'jobs'> {
  databases: Databases;
  services: readonly Pick<Service, 'schema' | 'role' | 'queues' | 'deletions'>[];
  disputes: Disputes;
  listUnsentPayables: ListUnsentPayables;
  /** Why somebody cannot leave yet, as the other services say it. */
  findObstacles(userId: string): Promise<readonly Obstacle[]>;
  /** By which hashes of addresses are found. */
  openSeal(): Promise<Seal>;
  /** All that all services hold of somebody; it opens what is sealed. */
  readOwnData(userId: string): AsyncIterable<DataPart>;
  sendLetter: SendLetter;
  /** Asks each provider of the settings for its balance; `said` is what came back. */
  readBalances(): Promise<readonly { name: string; pesewas?: number | undefined; said: string }[]>;
  /** Where files are named from. */
  folder: string;
  /** The settings as text, for the services. */
  environment: Environment;
  /** Who acts, for the audit. */
  by: string;
}
