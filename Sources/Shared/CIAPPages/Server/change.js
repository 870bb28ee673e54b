// A form for a manual change of a player's counters and unlocks.

import { announce } from './announcements.js';
import { errorText, send } from './api.js';
import { element, fill } from './elements.js';
import { field, input, inputWithProposals, select } from './fields.js';
import { text, textOr } from './texts.js';

const kinds = ['counter', 'give', 'take'];

/**
 * @param changed called when the server has changed something
 * @returns {element, setEnvironment(name), update(state of the player)}
 */
export function changeForm(player, changed) {
  const choices = kinds.map((value) => ({ value, label: text(`change.${value}`) }));
  const kind = select('kind', choices, { on: { change: showKind } });
  const { control: name, list } = inputWithProposals('name', [], { required: true });
  const amount = input('amount', { type: 'number', step: '1', required: true });
  const until = input('until', { type: 'datetime-local' });
  const reason = input('reason', { required: true });
  const fields = {
    amount: field(text('field.amount'), amount, text('change.amount.how')),
    until: field(text('field.until'), until, text('change.until.how')),
  };
  const problem = element('p', { class: 'problem', role: 'alert', hidden: true });
  const confirm = element('button', { type: 'submit', class: 'button primary', 'data-action': 'change' });
  const keyOf = keys();
  let environment;
  let state = { balances: {}, unlocks: [] };

  /** Hidden fields are not required. */
  function showKind() {
    fields.amount.hidden = amount.disabled = kind.value !== 'counter';
    fields.until.hidden = until.disabled = kind.value !== 'give';
    propose();
  }

  function propose() {
    const names = kind.value === 'counter' ? Object.keys(state.balances) : state.unlocks.map((one) => one.name);
    list.replaceChildren(...[...new Set(names)].map((value) => element('option', { value })));
  }

  function change() {
    const base = { environment, name: name.value.trim(), reason: reason.value.trim() };
    if (kind.value === 'counter') return { ...base, amount: amount.valueAsNumber };
    const end = kind.value === 'give' && until.value ? { expiresAt: new Date(until.value).getTime() } : {};
    return { ...base, unlock: kind.value, ...end };
  }

  async function submit(event) {
    event.preventDefault();
    const asked = change();
    confirm.disabled = true;
    problem.hidden = true;
    try {
      const { isNew } = await send(`players/-/changes?${new URLSearchParams({ player })}`, { ...asked, key: keyOf(asked) });
      keyOf(undefined);
      announce(text(isNew ? 'change.done' : 'change.known', { player, name: asked.name }));
      form.reset();
      showKind();
      changed();
    } catch (error) {
      fill(problem, errorText(error));
      problem.hidden = false;
    } finally {
      confirm.disabled = false;
      if (document.activeElement === document.body) confirm.focus();
    }
  }

  const form = element(
    'form',
    { class: 'form', 'aria-label': text('change.title'), on: { submit } },
    field(text('change.kind'), kind),
    field(text('field.name'), name),
    fields.amount,
    fields.until,
    field(text('field.reason'), reason, text('change.reason.how')),
    problem,
    list,
    confirm,
  );
  showKind();
  return {
    element: form,
    setEnvironment(chosen) {
      environment = chosen;
      fill(confirm, text('change.action', { environment: textOr(`environment.${chosen}`, chosen) }));
    },
    update(newState) {
      state = newState;
      propose();
    },
  };
}

/** The same change keeps its key until the server has responded. A second attempt then does not count twice. */
function keys() {
  let last;
  return (change) => {
    const signature = JSON.stringify(change);
    if (signature !== last?.signature) last = change && { signature, key: crypto.randomUUID() };
    return last?.key;
  };
}
