import { type Answer, type Fields, textField } from '../wire.ts';
import { type World, phoneNumber } from '../world.ts';
import { type Account, BANKS, INTEGRATION, PAYSTACK_FLOAT } from './account.ts';
import { ok, paystackRefusals } from './responses.ts';

/** None of these calls moves money. */
export function createReadHandlers(world: World, account: Account) {
  const { book, clock, faults } = world;

  function showBank([code, { name, id }]: [string, { name: string; id: number }]) {
    return {
      id,
      name,
      slug: name.toLowerCase(),
      code,
      longcode: '',
      gateway: null,
      pay_with_bank: false,
      active: true,
      is_deleted: false,
      country: 'Ghana',
      currency: 'GHS',
      type: 'mobile_money',
      createdAt: account.iso(clock.now()),
      updatedAt: account.iso(clock.now()),
    };
  }

  return {
    listBanks(query: Fields): Answer {
      const isHere =
        (textField(query, 'currency') ?? 'GHS') === 'GHS' || textField(query, 'country') === 'ghana';
      return ok('Banks retrieved', isHere ? Object.entries(BANKS).map(showBank) : []);
    },

    resolve(query: Fields): Answer {
      const number = phoneNumber(textField(query, 'account_number') ?? '');
      const bank = BANKS[textField(query, 'bank_code') ?? ''];
      if (!bank || number === undefined) return paystackRefusals.unresolved;
      const isUnknown = (['payee-unregistered', 'payee-ported', 'name-down'] as const).some((fault) =>
        faults.has(fault, number),
      );
      const phone = world.findPhone(number);
      if (phone?.network !== bank.network || isUnknown) return paystackRefusals.unresolved;
      const name = faults.has('name-different', number) ? 'Somebody Else' : phone.name;
      return ok('Account number resolved', {
        account_number: textField(query, 'account_number'),
        account_name: (faults.has('name-empty', number) ? '' : name).toUpperCase(),
        bank_id: bank.id,
      });
    },

    readBalance: (): Answer =>
      ok('Balances retrieved', [{ currency: 'GHS', balance: book.balanceOf(PAYSTACK_FLOAT) }]),

    listMovements(): Answer {
      let balance = 0;
      const rows = book
        .movements()
        .filter(({ from, to }) => from === PAYSTACK_FLOAT || to === PAYSTACK_FLOAT)
        .map(({ at, kind, to, amountInPesewas, reference }, index) => {
          const difference = to === PAYSTACK_FLOAT ? amountInPesewas : -amountInPesewas;
          balance += difference;
          return {
            integration: INTEGRATION,
            domain: 'test',
            balance,
            currency: 'GHS',
            difference,
            reason: reference,
            model_responsible:
              kind === 'COLLECTION' ? 'Transaction' : kind === 'REFUND' ? 'Refund' : 'Transfer',
            id: index + 1,
            createdAt: account.iso(at),
            updatedAt: account.iso(at),
          };
        })
        .reverse();
      return ok('Balance ledger retrieved', rows, { meta: { total: rows.length, page: 1, pageCount: 1 } });
    },
  };
}
