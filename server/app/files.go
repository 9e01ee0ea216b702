package app

import (
	"context"
	"io"

	"lading/server/kit/blob"
)

// files is the blob store as those ask for it who only read.
type files struct{ *blob.Store }

// Open reads a file.
func (f files) Open(ctx context.Context, org, hash string) (io.ReadCloser, error) {
	r, _, err := f.Store.Open(ctx, org, hash)
	return r, err
}
