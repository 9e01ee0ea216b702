package app_test

import "testing"

// alone skips, under the race detector's short run, what one goroutine does or another process.
func alone(t *testing.T) {
	t.Helper()
	if testing.Short() {
		t.Skip("nothing here runs beside something else")
	}
}
