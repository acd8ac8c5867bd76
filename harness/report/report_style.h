/* SPDX-License-Identifier: MIT */
/*
 * report_style.h - how the page looks: one column of text with the contents beside it where there is room, numbers that
 * align, little colour. Light and dark follow the reader's system; on paper the contents go and tables keep together.
 *
 * No font is fetched: a serif the system has for reading, its interface font for tables.
 */
#ifndef CUCKOOBENCH_REPORT_STYLE_H
#define CUCKOOBENCH_REPORT_STYLE_H

static const char *const report_style[] = {
	/* colours */
	":root{color-scheme:light dark;--page:#fdfcf9;--ink:#22201c;--soft:#69645a;--line:#e2ddd2;--tint:#f5f2ea;",
	"--link:#1b5c88;--mark:#9a6700;--good:#1d6b3f;--bad:#a5282c;",
	"--serif:Charter,'Bitstream Charter','Iowan Old Style','Palatino Linotype',Palatino,P052,",
	"Cambria,Georgia,serif;",
	"--sans:system-ui,-apple-system,'Segoe UI',Roboto,'Helvetica Neue',Arial,'Liberation Sans',sans-serif;",
	"--mono:ui-monospace,'SF Mono',Menlo,Consolas,'DejaVu Sans Mono','Liberation Mono',monospace}",
	"@media(prefers-color-scheme:dark){:root{--page:#16181b;--ink:#dfdcd4;--soft:#9d988d;--line:#34373c;",
	"--tint:#1e2125;--link:#8bbfe6;--mark:#d9a441;",
	"--good:#7cc79b;--bad:#f0908c}}",

	/* text */
	"*{box-sizing:border-box}",
	"html{-webkit-text-size-adjust:100%;text-size-adjust:100%;scroll-padding-top:1rem}",
	"body{margin:0;background:var(--page);color:var(--ink);font:1.0625rem/1.6 var(--serif);",
	"overflow-wrap:break-word}",
	"a{color:var(--link);text-decoration-thickness:1px;text-underline-offset:.17em}",
	"a:focus-visible,summary:focus-visible,.scroll:focus-visible{outline:2px solid var(--link);outline-offset:3px}",
	".skip{position:absolute;left:-99rem}.skip:focus{left:1rem;top:1rem;background:var(--page);padding:.5rem 1rem}",
	"h1{font-size:clamp(1.75rem,1.2rem + 2.4vw,2.6rem);line-height:1.15;font-weight:600;letter-spacing:-.012em;",
	"margin:.2em 0 .5em;text-wrap:balance}",
	"h2{font-size:1.4rem;line-height:1.25;font-weight:600;letter-spacing:-.006em;margin:0 0 .6em;",
	"text-wrap:balance}",
	"h3{font:600 .95rem/1.4 var(--sans);margin:2rem 0 .6rem}",
	"p,dd{max-width:42rem;text-wrap:pretty}",
	"code{font:.86em/1.5 var(--mono);overflow-wrap:anywhere}",
	"pre{margin:0;padding:.7rem .9rem;background:var(--tint);border-radius:4px}",
	"pre code{overflow-wrap:anywhere;white-space:pre-wrap}",

	/* page */
	".page{max-width:54rem;margin:0 auto;padding:2.5rem 1.25rem 5rem}",
	"nav{font:.875rem/1.45 var(--sans);margin:2.5rem 0}",
	"nav h2{font:600 .75rem/1.4 var(--sans);letter-spacing:.08em;text-transform:uppercase;color:var(--soft)}",
	"nav ol{list-style:none;margin:0;padding:0}",
	"nav li{margin:.35em 0}nav a{color:inherit;text-decoration:none}nav a:hover{color:var(--link)}",
	"nav p{color:var(--soft);margin:1.2em 0 0}",
	"@media(min-width:78rem){.page{display:grid;max-width:74rem;grid-template-columns:14.5rem minmax(0,1fr);",
	"grid-template-areas:'nav head' 'nav verdicts' 'nav main';column-gap:4.5rem;grid-template-rows:auto auto 1fr}",
	".head{grid-area:head}.verdicts{grid-area:verdicts;min-width:0}main{grid-area:main}",
	"nav{grid-area:nav;position:sticky;top:2.5rem;align-self:start;margin:0;",
	"max-height:calc(100vh - 5rem);overflow:auto}}",
	"section{margin-top:3.5rem;padding-top:2.25rem;border-top:1px solid var(--line)}",
	"footer{margin-top:4rem;padding-top:1.25rem;border-top:1px solid var(--line);color:var(--soft);",
	"font-size:.9rem}",

	/* head */
	".kicker{font:600 .75rem/1.4 var(--sans);letter-spacing:.08em;text-transform:uppercase;color:var(--soft);",
	"margin:0}",
	".lead{font-size:1.15rem;line-height:1.55}",
	".facts{font:.875rem/1.5 var(--sans);display:grid;grid-template-columns:repeat(auto-fit,minmax(17rem,1fr));",
	"gap:.9rem 2.5rem;margin:2rem 0 0;padding:1.25rem 0 0;border-top:1px solid var(--line)}",
	".facts dt{color:var(--soft);font-size:.8125rem}.facts dd{margin:0}.facts .wide{grid-column:1/-1}",
	".warnings{font:.875rem/1.5 var(--sans);list-style:none;margin:1.75rem 0 0;padding:0}",
	".warnings li{max-width:42rem;padding:.1rem 0 .1rem .9rem;border-left:3px solid var(--mark);margin:.45rem 0}",

	/* verdicts */
	".verdict{font:600 .875rem/1.4 var(--sans);white-space:nowrap;color:var(--soft)}",
	".confirmed{color:var(--good)}.contradicted{color:var(--bad)}.inconclusive{color:var(--mark)}",
	".counts{font:.875rem/1.5 var(--sans);list-style:none;display:flex;flex-wrap:wrap;gap:.4rem "
	"1.75rem;margin:1.25rem 0 0;",
	"padding:0}",
	".board th,.board td,.sides th,.sides td{text-align:left}.board td,.board tbody "
	"th{white-space:normal;vertical-align:top}",
	".board tbody th{min-width:3.6rem;font-weight:600}.board td:nth-child(2){min-width:13rem}",
	".board .verdict{white-space:normal}.board td:nth-child(3){min-width:7.5rem}",
	".board .small{font-size:.8125rem;min-width:9rem;color:var(--soft)}.board td:nth-child(4){min-width:12rem}",
	".claim{font:.9375rem/1.5 var(--sans);border-left:3px solid var(--line);padding:.1rem 0 .1rem "
	"1rem;margin:1.1rem 0;",
	"max-width:46rem}",
	".claim:target{border-left-color:var(--link)}",
	".claim p{margin:.2rem 0}.claim .source,.board .source{color:var(--soft)}",
	".claim dl{display:grid;grid-template-columns:5rem minmax(0,1fr);gap:.25rem .75rem;margin:.4rem 0 "
	"0;font-size:.875rem}",
	".claim dt{color:var(--soft)}.claim dd{margin:0}.claim ul{list-style:none;margin:0;padding:0}",
	".claim details{margin:0}",

	/* experiment */
	".shows{font-size:1.0625rem}",
	/* Figures are drawn dark on white: multiplied, the white becomes the page; turned over, with the hues turned
	 * back, they suit a dark one. */
	"figure{margin:1.75rem 0}figure svg{display:block;max-width:100%;height:auto;mix-blend-mode:multiply}",
	"@media(prefers-color-scheme:dark){figure svg{filter:invert(1) hue-rotate(180deg);mix-blend-mode:screen}}",
	"figure svg text,figure svg tspan{font-family:var(--sans)}",
	".pair{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(20rem,100%),1fr));gap:0 2rem}",
	".pair svg{width:100%}",
	".toggle{cursor:pointer}.toggle[aria-pressed=false]{opacity:.35}",
	".toggle:focus-visible{outline:2px solid var(--link);outline-offset:2px}",
	"figcaption{font:.875rem/1.5 var(--sans);color:var(--soft);max-width:42rem;margin-top:.9rem}",
	".notes{font-size:1rem;line-height:1.55;margin:1.75rem 0 0}",
	".notes dt{font:600 .8125rem/1.5 var(--sans);color:var(--soft);margin-top:.9rem}.notes dd{margin:.1rem 0 0}",
	".notes dd:has(pre){max-width:none;margin-top:.35rem}",
	".files{font:.875rem/1.5 var(--sans);color:var(--soft);margin:1.5rem 0 0}.files a{margin-left:.75em}",
	"details{margin:1.25rem 0}",
	"summary{font:.875rem/1.5 var(--sans);cursor:pointer;color:var(--link)}",
	"details[open]>summary{margin-bottom:.75rem}",

	/* tables */
	".scroll{overflow-x:auto;margin:1.5rem 0}",
	"table{border-collapse:collapse;font:.875rem/1.45 var(--sans);font-variant-numeric:tabular-nums lining-nums;",
	"min-width:min(100%,28rem);border-bottom:1px solid var(--ink)}",
	"caption{text-align:left;color:var(--soft);padding:0 0 .6rem;max-width:42rem}",
	"th,td{padding:.3rem .9rem;text-align:right;vertical-align:baseline;white-space:nowrap}",
	"th:first-child,td:first-child{padding-left:.15rem;text-align:left}",
	"th:last-child,td:last-child{padding-right:.15rem}",
	"thead th{font-weight:600;white-space:normal;vertical-align:bottom;",
	"border-top:1px solid var(--ink);border-bottom:1px solid var(--ink)}",
	"tbody th{font-weight:400}",
	"tbody tr:hover{background:var(--tint)}",
	".board tbody tr+tr>*,.sides tbody tr+tr>*,.data tbody tr+tr>*,.compare tbody tr+tr>*,",
	".plain tbody tr+tr>*,.manifest tbody tr+tr>*{",
	"border-top:1px solid var(--line)}",
	"tr.group th{font-weight:600;text-align:left;padding-top:.9rem}tr.group:hover{background:none}",
	".differs{background:var(--tint);font-weight:600;color:var(--bad)}",
	".ours{font-weight:600}.interval,.absent,.source{color:var(--soft)}",
	"td.interval,span.interval{font-size:.8125rem}span.interval{display:block;font-weight:400}",
	"td.source,th.source,td.name,.plain td,.plain th,.manifest td,.manifest th{text-align:left}",
	"td.source,.plain td:last-child,.manifest td{white-space:normal;min-width:9rem}",
	".numbers td,.numbers td:last-child,.numbers thead th+th{text-align:right}",
	".log th[scope=row]{white-space:normal;overflow-wrap:anywhere;min-width:11rem}",
	".manifest{width:100%}.manifest th[scope=row]{width:14rem;color:var(--soft)}",
	".manifest td{overflow-wrap:anywhere}",

	/* small screens, paper */
	".drawing{overflow-x:auto}",
	"@media(max-width:40rem){figure svg{max-width:none;width:auto;height:15rem}",
	"body{font-size:1rem}.page{padding:1.5rem 1rem 3rem}",
	"section{margin-top:2.5rem;padding-top:1.75rem}th,td{padding:.3rem .55rem}",
	".manifest th[scope=row]{width:9rem;white-space:normal}",
	".board,.board tbody,.board tr,.board td,.board tbody th{display:block;padding:0;border:0!important}",
	".board caption{display:block}.board thead{position:absolute;left:-99rem}",
	".board tr{padding:.7rem 0;border-top:1px solid var(--line)!important}",
	".board .small:empty{display:none}.claim dl{display:block}}",
	"@media print{:root{color-scheme:light;--page:#fff;--ink:#000;--soft:#444;--line:#bbb;--tint:#fff;--link:#000}",
	"body{font-size:10pt}.page{display:block;max-width:none;padding:0}",
	"nav,.skip,.files,.hint{display:none}details:not([open])::details-content{content-visibility:visible;display:"
	"block}",
	".pair{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(20rem,100%),1fr));gap:0 2rem}",
	".pair svg{width:100%}",
	".toggle{cursor:auto}.claim{break-inside:avoid}",
	".scroll{overflow:visible}figure,tr,.notes dt{break-inside:avoid}",
	"h2,h3,.shows,caption,.notes dt{break-after:avoid}",
	"p,dd{orphans:3;widows:3}.shows{break-inside:avoid}table{font-size:8pt}th,td{padding:.15rem .4rem}",
	"thead{display:table-header-group}",
	"section{margin-top:1.5rem;padding-top:1rem}a{text-decoration:none}",
	"figure svg{filter:none;mix-blend-mode:normal}}",
};

#endif
