package store

import (
	"context"
	"errors"
	"io"
	"os"
	"sync/atomic"

	"lading/server/kit/bucket"

	"github.com/benbjohnson/litestream"
	folder "github.com/benbjohnson/litestream/file"
	_ "github.com/benbjohnson/litestream/s3" // replica in a bucket
	"github.com/superfly/ltx"
)

// gate is a replica's client that can be shut: what is read from a file that was taken away must not arrive.
// Hiding the client's own type also spares the search for backups of an older format.
type gate struct {
	litestream.ReplicaClient
	shut atomic.Bool
}

func newGate(b *bucket.Bucket, key string) (*gate, error) {
	_ = os.Unsetenv("AWS_CA_BUNDLE") // Litestream's HTTP client cannot take it
	if b.Folder != "" {
		at, err := lies(folderOf(b, key))
		if err != nil {
			return nil, err
		}
		client := folder.NewReplicaClient(at) // not by an address: the library reads %20 in that as it stands, and a drive's letter as a folder
		client.SetLogger(quiet())
		return &gate{ReplicaClient: client}, nil
	}
	client, err := litestream.NewReplicaClientFromURL(b.URL(key))
	if err != nil {
		return nil, err
	}
	client.SetLogger(quiet())
	return &gate{ReplicaClient: client}, nil
}

func (g *gate) LTXFiles(ctx context.Context, level int, seek ltx.TXID, metadata bool) (ltx.FileIterator, error) {
	if g.shut.Load() {
		return nil, errGone
	}
	requests.Inc()
	return g.ReplicaClient.LTXFiles(ctx, level, seek, metadata)
}

func (g *gate) OpenLTXFile(ctx context.Context, level int, lo, hi ltx.TXID, offset, size int64) (io.ReadCloser, error) {
	requests.Inc()
	return g.ReplicaClient.OpenLTXFile(ctx, level, lo, hi, offset, size)
}

func (g *gate) WriteLTXFile(ctx context.Context, level int, lo, hi ltx.TXID, r io.Reader) (*ltx.FileInfo, error) {
	if g.shut.Load() {
		return nil, errGone
	}
	requests.Inc()
	return g.ReplicaClient.WriteLTXFile(ctx, level, lo, hi, r)
}

func (g *gate) DeleteLTXFiles(ctx context.Context, list []*ltx.FileInfo) error {
	if g.shut.Load() {
		return errGone
	}
	requests.Inc()
	return g.ReplicaClient.DeleteLTXFiles(ctx, list)
}

// errOther is a replica that was emptied, set back or written by somebody else since we last wrote to it.
var errOther = errors.New("store: the replica is not as it was left")

func (g *gate) close() {
	if g != nil {
		g.shut.Store(true)
	}
}
