import type { Product } from '../support/product.ts';

interface EmailMessage {
  to: string;
  subject: string;
  links: string[];
}

/** Returns the first link to a page in the newest emails of an address, as the demo's mailbox shows them. */
export async function linkInEmail(product: Product, to: string, page: string, about = ''): Promise<string> {
  const wanted = (link: string) => new URL(link).pathname.startsWith(page) && link.includes(about);
  for (const end = Date.now() + 180_000; Date.now() < end;) {
    const emails = (await (
      await fetch(`${product.url}/dev/mail.json?to=${encodeURIComponent(to)}`)
    ).json()) as EmailMessage[];
    const link = emails.flatMap(({ links }) => links).find(wanted);
    if (link !== undefined) return link;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`No email to ${to} with a link to ${page}`);
}
