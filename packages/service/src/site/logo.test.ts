import { describe, expect, it } from 'vitest';
import { logoOf, logoProblem } from './logo.ts';

const svg = (inside: string, attributes = '') =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"${attributes}>${inside}</svg>`;
const problemOf = (content: string | Buffer) => logoProblem(logoOf(Buffer.from(content as string)));

function png(width: number, height: number): Buffer {
  const bytes = Buffer.alloc(33);
  Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]).copy(bytes);
  bytes.writeUInt32BE(width, 16);
  bytes.writeUInt32BE(height, 20);
  return bytes;
}

describe('a logo', () => {
  it.each([
    svg('<path d="M0 0h8v8H0z" fill="#1f6f5c"/>'),
    `<?xml version="1.0" encoding="UTF-8"?>\n<!-- drawn by hand -->\n${svg('<defs><path id="a" d="M0 0"/></defs><use href="#a"/>')}`,
    svg('<linearGradient id="g"/><rect fill="url(#g)" width="8" height="8"/>'),
  ])('that only draws is taken', (text) => {
    expect(problemOf(text)).toBeNull();
  });

  it.each([
    [svg('<script>alert(1)</script>'), /<script>/],
    [svg('<a xlink:href="javascript:alert(1)"/>'), /link to elsewhere/],
    [svg('', ' onload="alert(1)"'), /on…=/],
    [svg('<foreignObject><body/></foreignObject>'), /<foreignObject>/],
    [svg('<image href="https://elsewhere.example/a.png"/>'), /link to elsewhere/],
    [svg('<style>@import "https://elsewhere.example/a.css";</style>'), /loaded from elsewhere/],
    [svg('<rect fill="url(https://elsewhere.example/a.svg#g)"/>'), /loaded from elsewhere/],
    [svg('<svg:script>alert(1)</svg:script>'), /<script>/],
    [`<!DOCTYPE svg [<!ENTITY a "b">]>${svg('')}`, /is no SVG|document type/],
    ['<html></html>', /is no SVG/],
    ['\u0000\u0001', /is no SVG/],
  ])('that could do more is refused: %s', (text, words) => {
    expect(problemOf(text)).toMatch(words);
  });

  it('is no larger than what whoever loads a page would not feel', () => {
    expect(problemOf(svg(`<path d="${'M0 0'.repeat(9_000)}"/>`))).toMatch(/has 3\d kB; at most 32 are taken/);
    expect(problemOf(png(64, 64))).toBeNull();
    expect(problemOf(png(5_000, 64))).toMatch(/5000 by 64/);
    expect(problemOf(png(0, 64))).toMatch(/0 by 64/);
  });
});
