import type { OwnAccount } from '@app/contracts/identity/account-settings.ts';
import { Banner } from '../../../ui/banner.tsx';
import { Card } from '../../../ui/card.tsx';
import { DetailList } from '../../../ui/detail-list.tsx';
import { spacedNumber } from '../account-details.ts';
import { Changeable, lazyForm } from '../change/changeable.tsx';
import { phoneWords } from '@app/words/phones.ts';
import { longDate } from '@app/words/days.ts';

const PhoneForm = lazyForm(async () => (await import('../change/phone-form.tsx')).PhoneForm);
const RemovePhoneForm = lazyForm(async () => (await import('../change/phone-form.tsx')).RemovePhoneForm);

function Overdue({ phone }: { phone: NonNullable<OwnAccount['phone']> }) {
  if (phone.counts) return null;
  return (
    <Banner className="mb-4" title={phone.isDead ? phoneWords.dead : phoneWords.tooOld}>
      {phone.isDead ? phoneWords.deadText : phoneWords.tooOldText}
    </Banner>
  );
}

export function PhoneCard({ account }: { account: OwnAccount }) {
  const { canText, phone, phoneNumber, ussdCode } = account;
  if (!canText) return null;
  return (
    <Card className="mt-4">
      <h3 className="mb-2">{phoneWords.title}</h3>
      <p className="mb-3 max-w-text text-cocoa-2">{phoneWords.text}</p>
      <Changeable
        what={phoneWords.what}
        label={phone ? phoneWords.change : phoneNumber ? phoneWords.confirmGiven : phoneWords.add}
        renderForm={(close) => <PhoneForm account={account} close={close} />}
      >
        {phone && <Overdue phone={phone} />}
        <DetailList
          details={[
            {
              name: phoneWords.number,
              value:
                phone?.number ??
                (phoneNumber ? phoneWords.given(spacedNumber(phoneNumber)) : phoneWords.none),
            },
            ...(phone ? [{ name: phoneWords.confirmed, value: longDate(phone.provenAt) }] : []),
          ]}
        />
      </Changeable>
      {phone?.counts && ussdCode && <p className="mt-3 max-w-text">{phoneWords.dial(ussdCode)}</p>}
      {phone && (
        <Changeable
          what={phoneWords.what}
          label={phoneWords.remove}
          renderForm={(close) => <RemovePhoneForm account={account} close={close} />}
        />
      )}
    </Card>
  );
}
