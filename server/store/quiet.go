package store

import (
	"context"
	"log/slog"

	_ "github.com/benbjohnson/litestream/s3" // replica in a bucket
)

// quiet is the program's log without what Litestream tells of every file.
func quiet() *slog.Logger { return slog.New(atLeast{slog.Default().Handler(), slog.LevelWarn}) }

type atLeast struct {
	slog.Handler
	level slog.Level
}

func (a atLeast) Enabled(ctx context.Context, l slog.Level) bool {
	return l >= a.level && a.Handler.Enabled(ctx, l)
}
func (a atLeast) WithAttrs(attrs []slog.Attr) slog.Handler {
	return atLeast{a.Handler.WithAttrs(attrs), a.level}
}
func (a atLeast) WithGroup(name string) slog.Handler {
	return atLeast{a.Handler.WithGroup(name), a.level}
}
