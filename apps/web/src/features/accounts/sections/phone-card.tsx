import type { OwnAccount } from '@app/contracts/identity/own-account.ts';
import { phoneWords as words } from '@app/words/phones.ts';
import { longDate } from '../../../format/dates.ts';
import { Banner } from '../../../ui/banner.tsx';
import { Card } from '../../../ui/card.tsx';
import { Facts } from '../../../ui/facts.tsx';
import { Changeable, lazyForm } from '../change/changeable.tsx';

const PhoneForm = lazyForm(async () => (await import('../change/phone-form.tsx')).PhoneForm);
const RemovePhoneForm = lazyForm(async () => (await import('../change/phone-form.tsx')).RemovePhoneForm);

/** Why texts do not go to a number that was confirmed once. */
function Overdue({ phone }: { phone: NonNullable<OwnAccount['phone']> }) {
  if (phone.counts) return null;
  return (
    <Banner className="mb-4" title={phone.isDead ? words.dead : words.tooOld}>
      {phone.isDead ? words.deadText : words.tooOldText}
    </Banner>
  );
}

/** The number that codes and texts go to; nothing where the installation sends none. */
export function PhoneCard({ account }: { account: OwnAccount }) {
  const { canText, phone, ussdCode } = account;
  if (!canText) return null;
  return (
    <Card className="mt-4">
      <h3 className="mb-2">{words.title}</h3>
      <p className="mb-3 max-w-text text-cocoa-2">{words.text}</p>
      <Changeable
        what={words.what}
        label={phone ? words.change : words.add}
        renderForm={(close) => <PhoneForm account={account} close={close} />}
      >
        {phone && <Overdue phone={phone} />}
        <Facts
          facts={[
            { name: words.number, value: phone?.number ?? words.none },
            ...(phone ? [{ name: words.confirmed, value: longDate(phone.provenAt) }] : []),
          ]}
        />
      </Changeable>
      {phone?.counts && ussdCode && <p className="mt-3 max-w-text">{words.dial(ussdCode)}</p>}
      {phone && (
        <Changeable
          what={words.what}
          label={words.remove}
          renderForm={(close) => <RemovePhoneForm account={account} close={close} />}
        />
      )}
    </Card>
  );
}
