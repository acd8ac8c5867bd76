// SPDX-License-Identifier: MIT
// page.js - the page's only script: an entry of a figure's key hides and shows its series, by mouse or keyboard, in all
// panels of the figure; and whatever is folded is unfolded for printing. Without it the page reads as well.
//
//      <g id="f5-f5_plot_14"><title>CF</title> sample, text   a key entry: the figures' scripts title nothing else
//      <g id="f5-f5_plot_12"> line, points                    a drawn series: line, marks or error bars
//
// gnuplot draws a key entry and its series as groups that do not refer to each other. They share their colour: one a
// series, the same in every panel (plots/style.gp). Greys and black belong to references, which differ by their dashes
// or marks. An entry with nothing to hide is left alone.
//
// The content security policy of the page names the digest of exactly this text, as the build puts it into the program:
// without the lines that begin with //.
'use strict';
function looks(group) {
  const found = new Set();
  for (const e of group.querySelectorAll('path,use,polygon,circle,rect')) {
    const colours = ['stroke', 'color', 'fill'].map(a => (e.getAttribute(a) || '').replace(/ /g, ''));
    const colour = colours.find(c => /^(rgb|#)/.test(c));
    if (!colour || /^#f{6}$|^rgb.255,255,255/i.test(colour)) continue;
    const grey = /^rgb.(\d+),\1,\1\b/.test(colour);
    const mark = (e.getAttribute('xlink:href') || '').replace(/.*-/, '') || e.getAttribute('stroke-dasharray');
    found.add(grey ? colour + mark : colour);
  }
  return found;
}
function make(entry, hidden) {
  const box = entry.getBBox(), area = document.createElementNS('http://www.w3.org/2000/svg', 'rect');
  for (const a of ['x', 'y', 'width', 'height']) area.setAttribute(a, box[a]);
  area.setAttribute('fill', 'transparent');
  entry.prepend(area);
  entry.classList.add('toggle');
  entry.setAttribute('role', 'button');
  entry.setAttribute('tabindex', '0');
  entry.setAttribute('aria-pressed', 'true');
  const flip = () => {
    const shown = entry.getAttribute('aria-pressed') !== 'true';
    entry.setAttribute('aria-pressed', shown);
    for (const g of hidden) g.style.display = shown ? '' : 'none';
  };
  entry.addEventListener('click', flip);
  entry.addEventListener('keydown', event => {
    if (event.key === 'Enter' || event.key === ' ') { event.preventDefault(); flip(); }
  });
}
for (const svg of document.querySelectorAll('figure svg')) {
  const groups = [...svg.querySelectorAll('g[id*=_plot_]')], drawn = [];
  for (const g of groups) if (!g.querySelector('title')) drawn.push([g, looks(g)]);
  let any = false;
  for (const g of groups) {
    const mine = g.querySelector('title') ? looks(g) : new Set();
    const hidden = drawn.filter(d => [...d[1]].some(l => mine.has(l))).map(d => d[0]);
    if (hidden.length) { make(g, hidden); any = true; }
  }
  if (!any) continue;
  svg.setAttribute('role', 'group');
  const hint = svg.closest('figure').querySelector('.hint');
  if (hint) hint.hidden = false;
}
let folded = [];
addEventListener('beforeprint', () => {
  folded = [...document.querySelectorAll('details:not([open])')];
  for (const d of folded) d.open = true;
});
addEventListener('afterprint', () => { for (const d of folded) d.open = false; });
