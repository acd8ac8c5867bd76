# SPDX-License-Identifier: MIT
# Figure 3 of the article in ;login: (August 2013): Figure 5 for three filters.
figure = "l4"
load "plots/f5.gp"
