// Decodes signed data of the store (compact JWS) for reading. The page does not verify signatures.

import { element } from './elements.js';
import { code, disclosure, prettyJSON } from './parts.js';
import { text } from './texts.js';

/** Returns {header, payload}, or null if the text is not a JWS. */
export function decoded(jws) {
  try {
    const [header, payload] = jws.split('.').slice(0, 2).map((part) => JSON.parse(textOfBase64(part)));
    return { header, payload };
  } catch {
    return null;
  }
}

/** Replaces JWS values inside a payload by their content. */
export function withDecodedParts(value) {
  if (Array.isArray(value)) return value.map(withDecodedParts);
  if (typeof value === 'string' && value.startsWith('eyJ')) return decoded(value)?.payload ?? value;
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, withDecodedParts(part)]));
}

/** Shows signed data in three parts: its payload, its header, and the JWS itself. */
export function signedText(heading, jws) {
  const parts = decoded(jws);
  if (!parts) return [element('h4', {}, heading), code(jws, heading)];
  const { x5c, ...header } = parts.header;
  const shownHeader = { ...header, ...(x5c && { x5c: x5c.map((one) => `${one.slice(0, 24)}…`) }) };
  return [
    element('h4', {}, heading),
    code(prettyJSON(withDecodedParts(parts.payload)), `${heading}: ${text('signed.payload')}`),
    disclosure(text('signed.header'), code(prettyJSON(shownHeader), `${heading}: ${text('signed.header')}`)),
    disclosure(text('signed.text'), code(jws, `${heading}: ${text('signed.text')}`)),
  ];
}

function textOfBase64(part) {
  const binary = atob(part.replaceAll('-', '+').replaceAll('_', '/'));
  return new TextDecoder().decode(Uint8Array.from(binary, (letter) => letter.charCodeAt(0)));
}
