// The form that buys outside the game.

import { responsesOf, carryOut } from './actions.js';
import { announce } from './announcements.js';
import { openForm } from './dialogs.js';
import { field, input, inputWithProposals, select } from './fields.js';
import { text } from './texts.js';

/** @param {string | undefined} productId the product that is selected first */
export async function openBuy(productId) {
  const found = await responsesOf([['products'], ['devices'], ['transactions', { limit: '200' }]]);
  if (!found) return;
  const [products, devices, transactions] = found;
  const accounts = accountsOf(devices, transactions);
  const account = inputWithProposals(
    'account',
    accounts.map((value) => ({ value })),
    { required: true, value: accounts[0] },
  );
  const product = select(
    'product',
    products.map((one) => ({ value: one.productId, label: one.name })),
    { required: true },
  );
  if (productId) product.value = productId;
  const quantity = input('quantity', { type: 'number', min: 1, max: 1_000_000, value: 1, required: true });
  const quantityField = field(text('field.quantity'), quantity);
  const isConsumable = () => products.find((one) => one.productId === product.value)?.type === 'Consumable';
  const showQuantity = () => {
    quantityField.hidden = !isConsumable();
  };
  product.addEventListener('change', showQuantity);
  showQuantity();
  openForm({
    title: text('buy.title'),
    name: 'buy',
    explanation: text('buy.how'),
    fields: [field(text('field.account'), account.control), account.list, field(text('field.product'), product), quantityField],
    action: text('buy'),
    submit: async (values) => {
      await carryOut('buy', {
        account: values.account,
        product: values.product,
        quantity: isConsumable() ? values.quantity : '1',
      });
      const { name } = products.find((one) => one.productId === values.product);
      announce(text('buy.done', { account: values.account, product: name }));
    },
  });
}

/** Returns the accounts that have a device or a purchase. */
export function accountsOf(devices, transactions) {
  return [...new Set([...devices, ...transactions].map((one) => one.account))].filter(Boolean).sort();
}
