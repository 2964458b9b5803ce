import { toLocalNumber, phoneNumber } from '../world.ts';
import { type Answer, type Fields, textField } from '../wire.ts';
import { type Account, BANKS, INTEGRATION } from './account.ts';
import { ok, paystackRefusals } from './responses.ts';

export interface Recipient {
  code: string;
  number: string;
  bank: string;
  name: string;
  createdAt: number;
}

/** Paystack does not check whether the wallet exists. */
export function openRecipients(account: Account) {
  const recipients = new Map<string, Recipient>();
  return {
    find: (code: string): Recipient | undefined => recipients.get(code),
    fetch(code: string): Answer {
      const recipient = recipients.get(code);
      if (!recipient) return paystackRefusals.recipient;
      return ok('Recipient retrieved', showRecipient(account, recipient));
    },
    create(fields: Fields): Answer {
      const bank = textField(fields, 'bank_code') ?? '';
      const number = phoneNumber(textField(fields, 'account_number') ?? '');
      if (textField(fields, 'name') === undefined) return paystackRefusals.missing('name');
      if (textField(fields, 'type') !== 'mobile_money') return paystackRefusals.missing('type');
      if (!(bank in BANKS)) return paystackRefusals.bank;
      if (number === undefined) return paystackRefusals.phone;
      const code = account.providerCode('RCP', `${bank}${number}`);
      const known = recipients.get(code);
      const recipient = known ?? {
        code,
        number,
        bank,
        name: textField(fields, 'name') ?? '',
        createdAt: account.now(),
      };
      recipients.set(code, recipient);
      const message = 'Transfer recipient created successfully';
      return ok(message, showRecipient(account, recipient), {}, known ? 200 : 201);
    },
  };
}

export function showRecipient(account: Account, { code, name, bank, number, createdAt }: Recipient) {
  return {
    active: true,
    createdAt: account.iso(createdAt),
    currency: 'GHS',
    description: null,
    domain: 'test',
    email: null,
    id: account.numericId('recipient', code),
    integration: INTEGRATION,
    metadata: null,
    name,
    recipient_code: code,
    type: 'mobile_money',
    updatedAt: account.iso(createdAt),
    is_deleted: false,
    isDeleted: false,
    details: {
      authorization_code: null,
      account_number: toLocalNumber(number),
      account_name: null,
      bank_code: bank,
      bank_name: BANKS[bank]?.name,
    },
  };
}
