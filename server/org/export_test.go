package org

// Number and Serial open the series to the tests.
func Number(prefix string, digits int64, rule Rule, serial int64) (string, error) {
	return series{prefix, digits, rule}.number(serial)
}

// Serial reads a number of a series.
func Serial(prefix string, digits int64, rule Rule, number string) (int64, bool) {
	return series{prefix, digits, rule}.serial(number)
}
