package app

import (
	"bytes"
	"context"
)

// Check runs a command as the shell would, and gives what it printed.
func Check(ctx context.Context, args ...string) (string, error) {
	var out bytes.Buffer
	err := run(ctx, &out, args)
	return out.String(), err
}
