import { decideCompanyMessages as words } from '@app/contracts/messages/decide-company.ts';
import { TEXTAREA_MAX_LENGTH } from '@app/contracts/text.ts';
import { useMatches } from 'react-router';
import { AuthFrame } from '../../app/frames/auth-frame.tsx';
import { Outcome } from '../../app/frames/outcome.tsx';
import { titled } from '../../app/title.ts';
import { SubmitButton } from '../../forms/submit-button.tsx';
import { TextArea } from '../../ui/text-input.tsx';
import { useDecision } from './decide-use-decision.ts';

const isAcceptance = (routeId: string | undefined) => routeId === 'accept-company';

export const meta = ({ matches }: { matches: readonly ({ id: string } | undefined)[] }) =>
  titled(isAcceptance(matches.at(-1)?.id) ? words.accept.heading : words.decline.heading);

export default function DecideCompany() {
  const isAccepting = isAcceptance(useMatches().at(-1)?.id);
  const { draft, submit, isPending, outcome } = useDecision(isAccepting ? 'ACCEPT' : 'DECLINE');
  const said = isAccepting ? words.accept : words.decline;

  if (outcome) {
    const [title, text] = {
      DONE: [said.doneHeading('companyName' in outcome ? outcome.companyName : ''), said.doneText],
      DECIDED: [words.decidedHeading, words.decidedText],
      NOT_VALID: [words.notValidHeading, words.notValidText],
    }[outcome.kind] as [string, string];
    return (
      <AuthFrame>
        <Outcome isNews title={title}>
          <p>{text}</p>
        </Outcome>
      </AuthFrame>
    );
  }
  return (
    <AuthFrame>
      <h1>{said.heading}</h1>
      <p className="mt-3 text-cocoa-2">{said.text}</p>
      <ul className="mt-3 flex list-disc flex-col gap-2 pl-5 marker:text-green">
        {said.effects.map((effect) => (
          <li key={effect}>{effect}</li>
        ))}
      </ul>
      <form onSubmit={submit} noValidate className="mt-7 flex flex-col gap-5">
        {!isAccepting && (
          <TextArea
            label={words.reason}
            isOptional
            hint={words.reasonHint}
            maxCharacters={TEXTAREA_MAX_LENGTH}
            {...draft.field('reason')}
          />
        )}
        <SubmitButton
          isWide
          variant={isAccepting ? 'primary' : 'danger'}
          isValid={draft.isValid}
          isPending={isPending}
        >
          {said.button}
        </SubmitButton>
      </form>
    </AuthFrame>
  );
}
