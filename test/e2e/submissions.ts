import type { BrowserContext } from '@playwright/test';
import type { SignedInUser } from '@app/contracts/identity/person.ts';
import { publishStudy } from '@app/contracts/project/study-calls.ts';
import { readSurvey, startSubmission } from '@app/contracts/project/submissions.ts';
import type { CompletionMeaning } from '@app/contracts/project/survey.ts';
import { dayAhead } from '../../services/project/test/studies.ts';
import type { Product } from '../support/product.ts';
import { callProduct } from './call-product.ts';
import { newParticipant } from './people.ts';
import { createDraft, createPaidDraft } from './paid-draft.ts';
import { applyByCall } from './studies.ts';

const KNOWN_ADDRESS = 'https://ee.kobotoolbox.org/single/x1?d[id]={{PARTICIPANT}}&return_url={{RETURN}}';

interface Online {
  incentive?: number;
  address?: string;
  choosing?: 'AT_ONCE' | 'AFTER_ACCEPTANCE';
  places?: number;
}

/** Publishes an online study of a new researcher. */
export async function newOnline(
  product: Product,
  { incentive = 0, address = KNOWN_ADDRESS, choosing = 'AT_ONCE', places = 1 }: Online = {},
) {
  const { researcher, study: draft } =
    incentive > 0 ? await createPaidDraft(product, incentive, places) : await createDraft(product, 0);
  const body = {
    mode: 'ONLINE',
    survey: { address, minutes: 8, screenOutPay: incentive > 0 ? 1 : 0 },
    closesOn: dayAhead(20),
    desiredNumberOfParticipants: places,
    choosing,
  };
  const study = await callProduct(product, publishStudy, {
    as: researcher,
    params: { id: draft.id },
    body,
  });
  return { researcher, study };
}

export async function findCode(
  product: Product,
  { researcher: as, study: { id } }: Awaited<ReturnType<typeof newOnline>>,
  meaning: CompletionMeaning = 'COMPLETED',
): Promise<string> {
  const { codes } = await callProduct(product, readSurvey, { as, params: { id } });
  return codes.find((one) => one.meaning === meaning)!.code;
}

/** A new participant who has opened the survey of the study. */
export async function newStarted(
  product: Product,
  { study }: Awaited<ReturnType<typeof newOnline>>,
): Promise<SignedInUser> {
  const participant = await newParticipant(product);
  await applyByCall(product, participant, study);
  await callProduct(product, startSubmission, { as: participant, params: { id: study.id } });
  return participant;
}

/** Answers as a survey tool, whose page leads to the given return address. Returns the opened addresses. */
export async function answerAsSurveyTool(context: BrowserContext, host = 'ee.kobotoolbox.org') {
  const opened: { url: URL; referrer: string | undefined }[] = [];
  await context.route(`https://${host}/**`, async (route) => {
    const url = new URL(route.request().url());
    opened.push({ url, referrer: route.request().headers()['referer'] });
    const back = url.searchParams.get('return_url') ?? '';
    const body = `<!doctype html><title>Survey</title><link rel="icon" href="data:,">
      <p>How do you listen to the radio?</p><a href="${back}">Finish</a>`;
    await route.fulfill({ contentType: 'text/html', body });
  });
  return opened;
}
