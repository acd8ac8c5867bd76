/* SPDX-License-Identifier: MIT */
/*
 * report_script.h - the page's only script: an entry of a figure's key hides and shows its series, by mouse or
 * keyboard, in all panels of the figure; and whatever is folded is unfolded for printing. Without it the page reads as
 * well.
 *
 *      <g id="f5-f5_plot_14"><title>CF</title> sample, text   a key entry: the figures' scripts title nothing else
 *      <g id="f5-f5_plot_12"> line, points                    a drawn series: line, marks or error bars
 *  gnuplot draws a key entry and its series as groups that know nothing of each other. What they share is the colour,
 * one a series and the same in every panel (plots/style.gp); greys and black belong to references, which are told apart
 * by their dashes or marks, too. An entry with nothing to hide is left alone.
 *
 * The content security policy of the page names the digest of exactly this text.
 */
#ifndef CUCKOOBENCH_REPORT_SCRIPT_H
#define CUCKOOBENCH_REPORT_SCRIPT_H

static const char report_script[] =
	"'use strict';\n"
	"function looks(group) {\n"
	"  const found = new Set();\n"
	"  for (const e of group.querySelectorAll('path,use,polygon,circle,rect')) {\n"
	"    const colours = ['stroke', 'color', 'fill'].map(a => (e.getAttribute(a) || '').replace(/ /g, ''));\n"
	"    const colour = colours.find(c => /^(rgb|#)/.test(c));\n"
	"    if (!colour || /^#f{6}$|^rgb.255,255,255/i.test(colour)) continue;\n"
	"    const grey = /^rgb.(\\d+),\\1,\\1\\b/.test(colour);\n"
	"    const mark = (e.getAttribute('xlink:href') || '').replace(/.*-/, '') || "
	"e.getAttribute('stroke-dasharray');\n"
	"    found.add(grey ? colour + mark : colour);\n"
	"  }\n"
	"  return found;\n"
	"}\n"
	"function make(entry, hidden) {\n"
	"  const box = entry.getBBox(), area = document.createElementNS('http://www.w3.org/2000/svg', 'rect');\n"
	"  for (const a of ['x', 'y', 'width', 'height']) area.setAttribute(a, box[a]);\n"
	"  area.setAttribute('fill', 'transparent');\n"
	"  entry.prepend(area);\n"
	"  entry.classList.add('toggle');\n"
	"  entry.setAttribute('role', 'button');\n"
	"  entry.setAttribute('tabindex', '0');\n"
	"  entry.setAttribute('aria-pressed', 'true');\n"
	"  const flip = () => {\n"
	"    const shown = entry.getAttribute('aria-pressed') !== 'true';\n"
	"    entry.setAttribute('aria-pressed', shown);\n"
	"    for (const g of hidden) g.style.display = shown ? '' : 'none';\n"
	"  };\n"
	"  entry.addEventListener('click', flip);\n"
	"  entry.addEventListener('keydown', event => {\n"
	"    if (event.key === 'Enter' || event.key === ' ') { event.preventDefault(); flip(); }\n"
	"  });\n"
	"}\n"
	"for (const svg of document.querySelectorAll('figure svg')) {\n"
	"  const groups = [...svg.querySelectorAll('g[id*=_plot_]')], drawn = [];\n"
	"  for (const g of groups) if (!g.querySelector('title')) drawn.push([g, looks(g)]);\n"
	"  let any = false;\n"
	"  for (const g of groups) {\n"
	"    const mine = g.querySelector('title') ? looks(g) : new Set();\n"
	"    const hidden = drawn.filter(d => [...d[1]].some(l => mine.has(l))).map(d => d[0]);\n"
	"    if (hidden.length) { make(g, hidden); any = true; }\n"
	"  }\n"
	"  if (!any) continue;\n"
	"  svg.setAttribute('role', 'group');\n"
	"  const hint = svg.closest('figure').querySelector('.hint');\n"
	"  if (hint) hint.hidden = false;\n"
	"}\n"
	"let folded = [];\n"
	"addEventListener('beforeprint', () => {\n"
	"  folded = [...document.querySelectorAll('details:not([open])')];\n"
	"  for (const d of folded) d.open = true;\n"
	"});\n"
	"addEventListener('afterprint', () => { for (const d of folded) d.open = false; });\n";

#endif
