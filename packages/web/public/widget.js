// The widget of Swapdesk, version 1: puts the swap form of the service that this script comes from where its tag stands.
// What it takes and tells: docs/integrators.md, "A widget".
(() => {
  const FORM = 'swapdesk/1';
  const SILENT_MS = 20_000;
  const script = document.currentScript;
  const service = new URL(script.src).origin;
  const { into, title, ...wanted } = script.dataset;

  const link = new URL('/widget', service);
  for (const [name, value] of Object.entries(wanted)) {
    // data-accent-dark is `accentDark` here, and `accent-dark` there.
    link.searchParams.set(
      name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`),
      value,
    );
  }
  // Its messages are for this page alone: the browser gives them to no other.
  link.searchParams.set('host', location.origin);

  const frame = document.createElement('iframe');
  frame.src = link.href;
  frame.title = title ?? 'Swap';
  frame.allow = 'clipboard-write';
  // Everything that it needs, and no way to lead this page elsewhere.
  frame.setAttribute(
    'sandbox',
    'allow-scripts allow-same-origin allow-forms allow-popups allow-popups-to-escape-sandbox allow-downloads allow-modals',
  );
  // One by one: a policy may forbid styles as text.
  frame.style.display = 'block';
  frame.style.width = '100%';
  frame.style.height = '60rem';
  frame.style.border = '0';

  let isReady = false;
  let isPlaced = false;
  addEventListener('message', ({ origin, source, data }) => {
    if (origin !== service || source !== frame.contentWindow || data?.widget !== FORM) return;
    if (data.type === 'height' && data.height > 0) frame.style.height = `${data.height}px`;
    if (data.type === 'placed') isPlaced = true;
    if (data.type === 'ready') {
      isReady = true;
      if (title === undefined) frame.title = data.title;
      // The order begins where the form began, which may be out of sight by now.
      if (isPlaced && frame.getBoundingClientRect().top < 0) frame.scrollIntoView();
      isPlaced = false;
    }
    frame.dispatchEvent(new CustomEvent(`swapdesk:${data.type}`, { detail: data, bubbles: true }));
  });

  const put = () => {
    const place = into === undefined ? null : document.querySelector(into);
    if (into !== undefined && place === null) console.warn(`Swapdesk: nothing on this page is ${into}`);
    else if (place !== null) place.append(frame);
    else if (document.head.contains(script)) document.body.append(frame);
    else script.after(frame);
    setTimeout(() => {
      if (isReady || !frame.isConnected) return;
      console.warn(
        `Swapdesk: the widget of ${service} says nothing. May ${location.origin} show it (widget.origins there), and does the ` +
          `policy of this page allow frames of ${service} (frame-src)?`,
      );
    }, SILENT_MS);
  };
  const isEarly = into !== undefined || document.head.contains(script);
  if (isEarly && document.readyState === 'loading') document.addEventListener('DOMContentLoaded', put);
  else put();
})();
