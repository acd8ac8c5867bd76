set output out
unset output
