import { readFileSync, writeFileSync } from 'node:fs';

const BEGIN = '<!-- measured by npm run test:ha -->';
const END = '<!-- end of what is measured -->';

const seconds = (all) => {
  const [least, most] = [Math.min(...all), Math.max(...all)].map((ms) => (ms / 1_000).toFixed(1));
  return least === most ? least : `${least} to ${most}`;
};

/** What each fault cost, as a table: of those that came more than once, from the least to the most. */
export function tableOf(measured) {
  const names = [...new Set(measured.map(({ name }) => name))].sort();
  const rows = names.map((name) => {
    const all = measured.filter((each) => each.name === name);
    const of = (key) => seconds(all.map((each) => each[key]));
    return `| ${name} | ${all.length} | ${of('lastedMs')} | ${of('firstMs')} | ${of('gapMs')} | ${of('wholeMs')} |`;
  });
  return [
    '| Fault | Times | Lasted, s | First placement acknowledged after, s | Longest without one, s | Whole again after its end, s |',
    '| --- | --- | --- | --- | --- | --- |',
    ...rows,
  ].join('\n');
}

/** In short: how long nobody's order was acknowledged, whatever was broken. */
export function shortTableOf(measured) {
  const names = [...new Set(measured.map(({ name }) => name))].sort();
  const rows = names.map((name) => {
    const gaps = measured.filter((each) => each.name === name).map(({ gapMs }) => gapMs);
    return `| ${name} | ${seconds(gaps)} |`;
  });
  return [
    '| What is broken under load | Longest without an acknowledged order, s |',
    '| --- | --- |',
    ...rows,
  ].join('\n');
}

/** Puts it where the guide has one. */
export function writeInto(path, text) {
  const page = readFileSync(path, 'utf8');
  const [before, rest] = page.split(BEGIN);
  const after = rest?.split(END)[1];
  if (after === undefined) throw new Error(`${path} has no place for what is measured`);
  writeFileSync(path, `${before}${BEGIN}\n\n${text}\n\n${END}${after}`);
}
