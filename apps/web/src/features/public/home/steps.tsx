import { Link } from 'react-router';

interface StepsProps {
  eyebrow: string;
  heading: string;
  steps: readonly string[];
  action: { to: string; text: string };
}

/** How it goes for one of the two roles, in numbered steps. */
export function Steps({ eyebrow, heading, steps, action }: StepsProps) {
  return (
    <section>
      <p className="text-sm font-semibold text-gold-ink">{eyebrow}</p>
      <h2 className="mt-1 text-3xl">{heading}</h2>
      <ol className="mt-6 flex flex-col gap-5">
        {steps.map((step, at) => (
          <li key={step} className="flex gap-4">
            <span aria-hidden="true" className="w-6 shrink-0 font-display text-2xl font-heavy text-green">
              {at + 1}
            </span>
            <span className="max-w-text">{step}</span>
          </li>
        ))}
      </ol>
      <Link to={action.to} className="text-link mt-4 ml-10 inline-flex min-h-11 items-center">
        {action.text}
      </Link>
    </section>
  );
}
