import { BROWSERS, COMPUTER_OSES, PHONE_OSES, TABLET_OSES } from '@app/contracts/enumerations.ts';
import { participantSetupWords as words } from '@app/words/participant-setup.ts';
import { profileChoiceWords } from '@app/words/profile-choices.ts';
import { useWatch } from 'react-hook-form';
import { CheckboxGroup, RadioCards } from '../../ui/choice-group.tsx';
import { toOptions } from '../../ui/options.ts';
import type { DraftForm } from '../form.tsx';
import { type TechnicalForm, YES_NO } from './technical-form.ts';

const browsers = toOptions(BROWSERS, profileChoiceWords.browser);
const phones = toOptions(PHONE_OSES, profileChoiceWords.phoneOs);
const computers = toOptions(COMPUTER_OSES, profileChoiceWords.computerOs);
const tablets = toOptions(TABLET_OSES, profileChoiceWords.tabletOs);
const yesNo = toOptions(YES_NO, words.yesNo);

export function TechnicalFields({ form, field }: Pick<DraftForm<typeof TechnicalForm>, 'form' | 'field'>) {
  const hasNoComputer = useWatch({ control: form.control, name: 'computerOs' }) === 'NO_COMPUTER';
  const computer = field('computerOs', {
    onChange: () => {
      const isWithout = form.getValues('computerOs') === 'NO_COMPUTER';
      if (isWithout) form.setValue('hasWebcam', 'NO', { shouldValidate: true });
      else if (hasNoComputer) form.unregister('hasWebcam');
    },
  });
  return (
    <>
      <RadioCards label={words.phoneOs} options={phones} isCompact columns={3} {...field('phoneOs')} />
      <RadioCards label={words.computerOs} options={computers} isCompact columns={3} {...computer} />
      {!hasNoComputer && (
        <RadioCards label={words.hasWebcam} options={yesNo} isCompact columns={2} {...field('hasWebcam')} />
      )}
      <RadioCards label={words.tabletOs} options={tablets} isCompact columns={3} {...field('tabletOs')} />
      <CheckboxGroup label={words.browsers} options={browsers} columns={2} {...field('browsers')} />
      <RadioCards label={words.hasInternet} options={yesNo} isCompact columns={2} {...field('hasInternet')} />
    </>
  );
}
