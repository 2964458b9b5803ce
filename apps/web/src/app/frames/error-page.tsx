import { failureWords } from '@app/words/failures.ts';
import { PRODUCT_NAME } from '@app/contracts/product.ts';
import { paths } from '@app/contracts/web-paths.ts';

/** This is shown if even the root layout has failed. So nothing here may fail. */
export function LastResort() {
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>{PRODUCT_NAME}</title>
      </head>
      <body>
        <main>
          <h1>{failureWords.pageTitle}</h1>
          <p>{failureWords.pageText}</p>
          <p>
            <button type="button" onClick={() => location.reload()}>
              {failureWords.tryAgain}
            </button>
          </p>
          <p>
            <a href={paths.home}>{failureWords.goHome}</a>
          </p>
        </main>
      </body>
    </html>
  );
}
