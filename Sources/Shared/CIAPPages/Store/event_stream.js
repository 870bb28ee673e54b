// Reads server-sent events from a response. EventSource cannot send the header with the token.

/** Calls `onEvent` with {id, event, data} for each event, until the stream ends. */
export async function readEvents(body, onEvent) {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    const parts = (rest + value).split('\n\n');
    rest = parts.pop();
    for (const part of parts) {
      const event = parsed(part);
      if (event.event) onEvent(event);
    }
  }
}

function parsed(part) {
  const event = {};
  for (const line of part.split('\n')) {
    const [, name, value] = /^(\w+): ?(.*)$/.exec(line) ?? [];
    if (name) event[name] = value;
  }
  return event;
}
