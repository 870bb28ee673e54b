// The certificate chain of a signature, from the signing certificate to the root.

import { element } from './elements.js';
import { time } from './formats.js';
import { code, disclosure } from './parts.js';
import { text } from './texts.js';

/**
 * @param {string[]} chain the certificates in the header of a JWS, in Base64
 * @param certificates the certificates of the store
 */
export function certificateChain(chain, certificates) {
  return element(
    'ol',
    { class: 'chain' },
    chain.map((der) => {
      const known = certificates.find((one) => one.der === der);
      return element(
        'li',
        {},
        element('p', { class: 'chain-subject' }, known?.subject ?? text('certificates.unknown')),
        known && element('p', { class: 'hint' }, text('certificates.issuer', { issuer: known.issuer })),
        known && element('p', { class: 'hint' }, day(known.notBefore), ' – ', day(known.notAfter)),
        disclosure(text('certificates.der'), code(der, text('certificates.der'))),
      );
    }),
  );
}

function day(iso) {
  return time(iso, { dateStyle: 'medium', timeZone: 'UTC' });
}
