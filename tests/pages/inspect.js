/* SPDX-License-Identifier: MIT */
/*
 * inspect.js - returns to browser.py what is wrong with the page that it runs in. Nothing is wider than the window,
 * every figure is drawn, every name refers to something, and everything that turns something on or off works. Leaves
 * the page unchanged, except for its scrolling.
 */
function (scheme) {
	'use strict';
	const wrong = [], all = selector => [...document.querySelectorAll(selector)];
	const attribute = (e, a) => e.getAttribute(a) ? ` ${a}="${e.getAttribute(a)}"` : '';
	const name = e => `<${e.tagName.toLowerCase()}${attribute(e, 'id')}${attribute(e, 'class')}>`;
	const size = e => e.getBoundingClientRect();

	/* Every folded part can be unfolded. */
	function eachFold(details) {
		const summary = details.querySelector(':scope > summary'), was = details.open, folded = [];

		for (let up = details.parentElement; up; up = up.parentElement)
			if (up.tagName === 'DETAILS' && !up.open) folded.push(up), up.open = true;
		if (!summary) return wrong.push(`details ${name(details)} has no summary`);
		summary.click();
		if (details.open === was) wrong.push(`details ${name(details)} does not turn`);
		details.open = true;
		const open = size(details).height;
		details.open = false;
		if (!(open > size(details).height)) wrong.push(`details ${name(details)} shows nothing more when open`);
		details.open = was;
		for (const up of folded) up.open = false;
	}

	function fits(when) {
		const root = document.documentElement, room = innerWidth;

		if (root.scrollWidth <= room) return;
		const scrolls = e => e && e !== root && e !== document.body &&
			(getComputedStyle(e).overflowX !== 'visible' || scrolls(e.parentElement));
		const culprits = all('body *').filter(e =>
			size(e).right > room + 0.5 && size(e).width > 0 && !scrolls(e.parentElement));
		wrong.push(`${root.scrollWidth - room} pixels wider than the window${when}: ` +
			culprits.slice(-3).map(name).join(', '));
	}

	function eachFigure(figure) {
		const drawings = [...figure.querySelectorAll('svg, img')];

		if (drawings.length === 0)
			wrong.push(`figure without a drawing: ${figure.textContent.trim().slice(0, 80)}`);
		for (const d of drawings) {
			const shapes = 'path, use, polygon, rect, circle';

			if (!(size(d).width > 0 && size(d).height > 0)) wrong.push(`figure ${name(d)} has no size`);
			else if (d.tagName === 'IMG' ? !d.naturalWidth : !d.querySelector(shapes))
				wrong.push(`figure ${name(d)} is empty`);
		}
	}

	/* Every toggle works by the mouse, as the topmost element at its place, and by the keyboard. */
	function eachToggle(toggle) {
		const svg = toggle.closest('svg'), pressed = () => toggle.getAttribute('aria-pressed');
		const hidden = () =>
			[...svg.querySelectorAll('g')].filter(g => getComputedStyle(g).display === 'none').length;
		const turn = {
			'a click': () => toggle.dispatchEvent(new MouseEvent('click', {bubbles: true})),
			'Enter': () => toggle.dispatchEvent(
				new KeyboardEvent('keydown', {key: 'Enter', bubbles: true, cancelable: true})),
		};

		toggle.scrollIntoView({block: 'center', inline: 'center'});
		const box = size(toggle);
		const top = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
		if (!top || !toggle.contains(top)) wrong.push(`toggle ${name(toggle)} cannot be clicked`);
		for (const [by, what] of Object.entries(turn)) {
			const before = hidden();
			what();
			if (pressed() !== 'false' || hidden() <= before)
				wrong.push(`toggle ${name(toggle)} hides nothing by ${by}`);
			what();
			if (pressed() !== 'true' || hidden() !== before)
				wrong.push(`toggle ${name(toggle)} does not show again by ${by}`);
		}
	}

	function references() {
		const seen = new Set(), there = id => document.getElementById(decodeURIComponent(id));

		for (const e of all('[id]')) {
			if (seen.has(e.id)) wrong.push(`two elements have the id ${e.id}`);
			seen.add(e.id);
		}
		for (const e of all('[aria-labelledby], [aria-describedby], [aria-controls], [for]'))
			for (const a of ['aria-labelledby', 'aria-describedby', 'aria-controls', 'for'])
				for (const id of (e.getAttribute(a) || '').split(/\s+/).filter(Boolean))
					if (!seen.has(id))
						wrong.push(`${name(e)}: ${a} names ${id}, which is not there`);
		for (const e of all('svg *'))
			for (const a of e.attributes) {
				const value = /href$/.test(a.name) || /^url/.test(a.value) ? a.value : '';
				const id = /^(?:url\(['"]?)?#([^'")]+)/.exec(value);
				if (id && !seen.has(id[1]))
					wrong.push(`${name(e)}: ${a.name} names ${id[1]}, which is not there`);
			}
		const links = all('a[href]').map(a => a.getAttribute('href'));
		for (const link of links)
			if (link.startsWith('#') && !there(link.slice(1)))
				wrong.push(`link to ${link}: no such place on the page`);
		return links.filter(link => !link.startsWith('#'));
	}

	function luminance(colour) {
		const [r, g, b] = colour.match(/[\d.]+/g).map(v => v / 255).map(v =>
			v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4);
		return 0.2126 * r + 0.7152 * g + 0.0722 * b;
	}

	function colours() {
		const body = getComputedStyle(document.body);
		const page = luminance(body.backgroundColor), ink = luminance(body.color);

		if (page > ink !== (scheme === 'light')) wrong.push(`the page is not ${scheme}`);
		if ((Math.max(page, ink) + 0.05) / (Math.min(page, ink) + 0.05) < 4.5)
			wrong.push('text hardly differs from the page');
	}

	fits('');
	const folded = all('details:not([open])');
	for (const d of folded) d.open = true;
	fits(', unfolded');
	all('figure').forEach(eachFigure);
	const toggles = all('.toggle');
	toggles.forEach(eachToggle);
	if (toggles.length === 0 && all('figure svg g title').length > 0)
		wrong.push('no key of a figure hides anything');
	for (const d of folded) d.open = false;
	all('details').forEach(eachFold);
	colours();
	for (const pre of innerWidth > 1000 ? all('pre') : [])
		if (pre.scrollWidth > pre.clientWidth)
			wrong.push(`text is cut at the edge of its box: ${pre.textContent.trim().slice(0, 60)}`);
	return {wrong, links: references()};
}
