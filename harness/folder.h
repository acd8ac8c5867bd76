/* SPDX-License-Identifier: MIT */
/* folder.h - a run's folder is one process's at a time. */
#ifndef CUCKOOBENCH_FOLDER_H
#define CUCKOOBENCH_FOLDER_H

/* Takes the folder for this process until it ends, or what is returned is closed. -1 after a line on stderr. */
int folder_take(const char *dir);

#endif
