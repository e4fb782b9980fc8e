/**
 * What of a page, or of the dialog above it, is out of its place for somebody who looks at it: a page wider than the screen, texts
 * that are cut off or lie on one another, numbers in two lines, controls too small for a finger or below another. A text for each; run in the page.
 */
export const OUT_OF_PLACE = `(() => {
  const found = new Set();
  const root = [...document.querySelectorAll('dialog[open]')].at(-1) ?? document.body;
  const { clientWidth, scrollWidth } = document.documentElement;
  if (scrollWidth > clientWidth) found.add('the page is ' + scrollWidth + ' wide on a screen of ' + clientWidth);

  // The name of a transaction is cut on purpose: it can be copied.
  const ON_PURPOSE = '.transfer-txid .transfer-text, .long-text, .unseen, .shell-skip:not(:focus)';
  const nameOf = (element) => element.tagName.toLowerCase() + [...element.classList].map((name) => '.' + name).join('');
  const around = (element) => {
    const all = [];
    for (let each = element; each !== null && each !== root.parentElement; each = each.parentElement) all.push(each);
    return all;
  };
  const styles = new Map();
  const styleOf = (element) => {
    if (!styles.has(element)) styles.set(element, getComputedStyle(element));
    return styles.get(element);
  };
  // For screen readers only, as the heads of tables on phones.
  const isUnseen = (element) => styleOf(element).clipPath === 'inset(50%)';
  const isSeen = (element) =>
    element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
    element.closest(ON_PURPOSE) === null &&
    !around(element).some(isUnseen);
  const moves = (element) =>
    (/auto|scroll/.test(styleOf(element).overflowX) && element.scrollWidth > element.clientWidth) ||
    (/auto|scroll/.test(styleOf(element).overflowY) && element.scrollHeight > element.clientHeight);
  const stays = (element) => around(element).some((each) => /sticky|fixed/.test(styleOf(each).position));

  // Texts: within whatever holds them, and none on another.
  const lines = [];
  const HOLDS = 'button, label, td, dialog, .card, .badge, .notice, .choice, .tabs';
  const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  for (let text = texts.nextNode(); text !== null; text = texts.nextNode()) {
    const holder = text.parentElement;
    if (text.data.trim() === '' || !isSeen(holder) || holder.closest('option, select, script, style') !== null) continue;
    const range = document.createRange();
    range.selectNodeContents(text);
    const rects = [...range.getClientRects()].filter(({ width, height }) => width > 1 && height > 1);
    let isMoved = false;
    for (const each of around(holder)) {
      if (moves(each)) {
        isMoved = true;
        break;
      }
      const { overflowX, overflowY } = styleOf(each);
      const box = each.getBoundingClientRect();
      if (box.width === 0) continue;
      const holds = overflowX !== 'visible' || each.matches(HOLDS);
      const isBeside = holds && rects.some(({ left, right }) => left < box.left - 1 || right > box.right + 1);
      const isBelow = overflowY !== 'visible' && rects.some(({ top, bottom, height }) => top + height / 4 < box.top || bottom - height / 4 > box.bottom);
      if (isBeside || isBelow) {
        found.add('cut off in ' + nameOf(each) + ': ' + text.data.trim());
        break;
      }
    }
    if (isMoved) continue;
    // Half a number is another number.
    for (const { 1: number, index } of holder.closest('.mono, code') === null ? text.data.matchAll(/(?<!\\S)(\\d[\\d.,]{2,})(?!\\S)/g) : []) {
      const range = document.createRange();
      range.setStart(text, index);
      range.setEnd(text, index + number.length);
      if (new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1) found.add('a number in two lines: ' + number);
    }
    if (rects.some(({ left, right }) => left < -1 || right > clientWidth + 1)) found.add('beyond the screen: ' + text.data.trim());
    if (stays(holder)) continue;
    // Letters of some writings have much air above and below.
    for (const { left, right, top, bottom, height } of rects)
      lines.push({ left, right, top: top + height / 4, bottom: bottom - height / 4, text });
  }
  lines.sort((one, other) => one.top - other.top);
  lines.forEach((line, n) => {
    for (let other = n + 1; other < lines.length && lines[other].top < line.bottom - 1; other++) {
      const { left, right, text } = lines[other];
      if (text !== line.text && Math.min(right, line.right) - Math.max(left, line.left) > 2)
        found.add('on one another: ' + line.text.data.trim() + ' | ' + text.data.trim());
    }
  });

  // What is typed and chosen. An address is longer than most fields, and can be moved in its own.
  const pen = document.createElement('canvas').getContext('2d');
  for (const field of root.querySelectorAll('input:not([type="radio"], [type="checkbox"], [type="hidden"]), select')) {
    if (!isSeen(field)) continue;
    const style = styleOf(field);
    if (field.tagName === 'INPUT' && !field.matches('.mono') && field.value !== '' && field.scrollWidth > field.clientWidth + 1)
      found.add('cut off while typed: ' + field.value);
    const words = field.tagName === 'SELECT' ? (field.selectedOptions[0]?.text ?? '') : field.value === '' ? (field.placeholder ?? '') : '';
    pen.font = style.fontWeight + ' ' + style.fontSize + ' ' + style.fontFamily;
    const room = field.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
    if (pen.measureText(words).width > room + 1) found.add('no room for: ' + words);
  }

  // What one presses: large enough, and nothing upon it.
  const PRESSED = 'a[href], button, input, select, textarea, summary, [role="slider"], label:has(> input.unseen)';
  const controls = [];
  for (const control of root.querySelectorAll(PRESSED)) {
    if (!isSeen(control)) continue;
    const label = control.matches('[type="radio"], [type="checkbox"]') ? control.closest('label') : null;
    let { left, right, top, bottom } = (label ?? control).getBoundingClientRect();
    const isWithinText = control.tagName === 'A' && styleOf(control).display === 'inline';
    if (!isWithinText && (right - left < 23.5 || bottom - top < 23.5) && right > left)
      found.add('too small for a finger: ' + nameOf(control) + ' ' + (control.textContent || control.value || '').trim() + ' ' + Math.round(right - left) + ' x ' + Math.round(bottom - top));
    // On a desk what can be done with a row is seen without moving its table.
    const table = clientWidth < 1280 ? null : control.closest('.table-frame')?.getBoundingClientRect();
    if (control.tagName === 'BUTTON' && table && (right > table.right + 1 || left < table.left - 1))
      found.add('out of sight: ' + nameOf(control) + ' ' + control.textContent.trim());
    for (const each of around(control).filter(moves)) {
      const frame = each.getBoundingClientRect();
      [left, right] = [Math.max(left, frame.left), Math.min(right, frame.right)];
      [top, bottom] = [Math.max(top, frame.top), Math.min(bottom, frame.bottom)];
    }
    if (right <= left || bottom <= top || stays(control)) continue;
    // A link that goes on in the next line leaves room for other words in both.
    if (isWithinText) for (const line of control.getClientRects()) controls.push({ control, left: line.left, right: line.right, top: line.top, bottom: line.bottom });
    else controls.push({ control, left, right, top, bottom });
  }
  controls.forEach((one, n) => {
    for (const other of controls.slice(n + 1)) {
      const isOne = one.control.contains(other.control) || other.control.contains(one.control);
      const width = Math.min(one.right, other.right) - Math.max(one.left, other.left);
      const height = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
      if (!isOne && width > 3 && height > 3) found.add('controls on one another: ' + nameOf(one.control) + ' ' + nameOf(other.control));
    }
  });

  for (const { control, left, right, top, bottom } of controls) {
    for (const line of lines) {
      const width = Math.min(right, line.right) - Math.max(left, line.left);
      const height = Math.min(bottom, line.bottom) - Math.max(top, line.top);
      if (width > 2 && height > 2 && !control.contains(line.text))
        found.add('below ' + nameOf(control) + ': ' + line.text.data.trim());
    }
  }

  // Codes and addresses run from left to right, wherever they stand.
  for (const code of root.querySelectorAll('code, .mono'))
    if (isSeen(code) && styleOf(code).direction !== 'ltr') found.add('runs the wrong way: ' + code.textContent);
  return [...found].map((each) => each.slice(0, 200));
})()`;
