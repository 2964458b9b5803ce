import { type Response, ask, fieldOf, textOf } from '@app/kit/ask-once.ts';
import { type MtnSettings, keyOf } from './settings.ts';

export type Product = 'collection' | 'disbursement';

/** Renewed so long before it ends, as MTN asks for. */
const EARLY_MS = 10 * 60_000;

/** A product's access token, asked for once an hour for all requests; the answer that is none where there is none. */
export function createTokens(settings: MtnSettings, now: () => number) {
  const known = new Map<Product, { token: string; until: number }>();
  return {
    forget: (product: Product) => void known.delete(product),
    async read(product: Product): Promise<{ token: string } | { none: Response }> {
      const last = known.get(product);
      if (last && last.until > now()) return last;
      const basic = Buffer.from(`${settings.userId}:${settings.userSecret}`).toString('base64');
      const answer = await ask({
        method: 'POST',
        url: `${settings.baseUrl}/${product}/token/`,
        headers: { authorization: `Basic ${basic}`, 'ocp-apim-subscription-key': keyOf(settings, product) },
      });
      const token =
        answer.kind === 'answer' && answer.status === 200 ? textOf(answer.json, 'access_token') : '';
      if (token === '' || answer.kind !== 'answer') return { none: answer };
      const lives = Number(fieldOf(answer.json, 'expires_in')) || 0;
      known.set(product, { token, until: now() + Math.max(0, lives * 1000 - EARLY_MS) });
      return { token };
    },
  };
}
