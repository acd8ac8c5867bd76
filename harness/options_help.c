/* SPDX-License-Identifier: MIT */
/* options_help.c - what --help says. */
#include "harness/options_parts.h"

void
option_print_row(const struct option_row *row)
{
	char name[40];

	snprintf(name, sizeof name, "--%s %s", row->name, row->value ? row->value : "");
	if (row->letter)
		printf("  -%c, %-21s %s\n", row->letter, name, row->help);
	else
		printf("      %-21s %s\n", name, row->help);
}

void
option_print_help(void)
{
	fputs("cuckoobench - the evaluation of the cuckoo filter paper (CoNEXT 2014), regenerated\n"
	      "\n"
	      "  cuckoobench run                          every table and figure, at --scale quick\n"
	      "  cuckoobench run f5 f6 --filter 'cf|bf'   some figures, some filters\n"
	      "  cuckoobench run t3 --scale full          192 MB filters, as in the paper\n"
	      "  cuckoobench report results/quick         tables, figures and report.html from raw samples\n"
	      "\n"
	      "Commands: run [ID...]   measure what is missing in the run's folder, then report\n"
	      "          report DIR    reduce and draw again, without measuring\n"
	      "          merge DIR...  join the shards of a run, or runs of the same settings, into one (-o DIR)\n"
	      "          claims [DIR]  what the data say about each claim of the paper, with the numbers that decide\n"
	      "          compare A B   two runs side by side, in one page (-o FILE; default compare.html)\n"
	      "          plan [ID...]  how long and how much memory, before anything runs\n"
	      "          list          experiments, filters and hashes\n"
	      "          tune          which filter, kernel, calls, pages and threads this machine likes for a workload\n"
	      "          explain ID    what the paper shows and how it is run here\n"
	      "          verify DIR    whether its figures' data and verdicts follow from its raw samples, byte for byte\n"
	      "          keys [SET]    the key sets there are; what one of them is; with -o FILE, its keys as a file\n"
	      "          doctor        whether this machine is ready\n"
	      "\n",
	      stdout);
	for (size_t i = 0; option_rows[i].name; i++)
		option_print_row(&option_rows[i]);
	fputs("  -h, --help                this help\n"
	      "      --version             version\n"
	      "\n"
	      "CUCKOOBENCH_ISA is an --isa for every command and for the library: portable, avx2, avx512. Of the two the lesser counts.\n"
	      "CUCKOOBENCH_PACKAGES names a folder in which Debian packages were unpacked (dpkg -x) whose key sets are wanted, but that are not installed.\n"
	      "CUCKOOBENCH_HOME names the folder of plots/ and datasets/ where the program has been moved out of its tree.\n"
	      "Exit status: 0 done, 1 a measurement failed, 2 usage, 3 environment unfit, 4 --fail-on, 130 interrupted (run again to go on).\n",
	      stdout);
}
