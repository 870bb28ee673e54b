// The products of the .storekit file.

import { control } from './actions.js';
import { button } from './buttons.js';
import { openBuy } from './buy.js';
import { element, fill } from './elements.js';
import { keepingFocus } from './focus.js';
import { money, period } from './formats.js';
import { badge, emptyBox, identifier, productTile } from './parts.js';
import { text, textOr } from './texts.js';

export const products = {
  name: 'products',
  create() {
    const grid = element('ul', { class: 'cards' });
    const empty = emptyBox('products', text('products.none'), text('products.none.how'));
    return {
      element: element('div', {}, grid, empty),
      requests: () => ({ products: ['products', {}] }),
      update({ products: list }) {
        empty.hidden = list.length > 0;
        keepingFocus(() => fill(grid, list.map(card)));
      },
    };
  },
};

function card(product) {
  return element(
    'li',
    { class: 'card product-card', 'data-key': product.productId },
    element(
      'div',
      { class: 'card-head' },
      productTile(product.type),
      element(
        'div',
        { class: 'product-words' },
        element('h2', { class: 'product-title' }, product.name),
        identifier(product.productId),
      ),
    ),
    element(
      'p',
      { class: 'badges' },
      badge(textOr(`type.${product.type}`, product.type), 'plain'),
      product.familyShareable && badge(text('product.family'), 'plain'),
      product.onSale === false && badge(text('product.removed'), 'bad'),
    ),
    element(
      'div',
      { class: 'card-end' },
      element(
        'p',
        { class: 'price' },
        money(product.price),
        product.period && element('span', { class: 'period' }, text('product.period', { period: period(product.period) })),
      ),
      element(
        'div',
        { class: 'buttons' },
        saleButton(product),
        button(text('buy'), { action: 'buy', kind: 'primary', about: product.name, press: () => openBuy(product.productId) }),
      ),
    ),
  );
}

function saleButton(product) {
  const isOnSale = product.onSale !== false;
  return button(text(isOnSale ? 'product.remove' : 'product.offer'), {
    action: 'sale',
    kind: 'quiet',
    about: product.name,
    press: () =>
      control(
        'setOnSale',
        { productID: product.productId, isOnSale: !isOnSale },
        text(isOnSale ? 'product.removed.done' : 'product.offered.done', { product: product.name }),
      ),
  });
}
