package app

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/url"
	"os"
	"os/signal"
	"strings"
	"syscall"
	"time"

	"lading/server/certificate"
	lhttp "lading/server/http"

	"github.com/coreos/go-systemd/v22/daemon"
)

func serve(ctx context.Context, out io.Writer, args []string) error {
	logHere()
	ctx, stop := signal.NotifyContext(ctx, syscall.SIGTERM, os.Interrupt)
	defer stop()
	return serveUntil(ctx, out, args)
}

// logHere writes what happens to the standard error, a line of JSON each.
func logHere() {
	slog.SetDefault(slog.New(slog.NewJSONHandler(os.Stderr, &slog.HandlerOptions{Level: slog.LevelInfo})))
}

// serveUntil serves until ctx ends, and closes what it has opened.
func serveUntil(ctx context.Context, out io.Writer, args []string) error {
	cfg, err := settings(out, args)
	if err != nil {
		return err
	}
	cfg.Fatal = func(err error) {
		slog.Error("the disk does not confirm writes; starting again is the only safe way on", "err", err)
		os.Exit(3)
	}
	var keeper *certificate.Keeper
	if cfg.Certificate.On() { // what is wrong with it is said before a database is opened
		if keeper, err = certificate.Open(cfg.Certificate); err != nil {
			return err
		}
	}
	a, err := New(ctx, cfg)
	if err != nil && errors.Is(err, context.Canceled) && ctx.Err() != nil {
		return nil // asked to end while it waited for another server
	}
	if err != nil {
		return err
	}
	a.keeper = keeper
	shut := func() error {
		closing, cancel := context.WithTimeout(context.Background(), 20*time.Second) // the replica shall have it all
		defer cancel()
		return a.Close(closing)
	}
	if cfg.Demo {
		if err := a.LoadDemo(ctx, cfg.DemoSize); err != nil {
			if ctx.Err() != nil {
				err = nil // asked to end meanwhile; the next start goes on with it
			}
			return errors.Join(err, shut())
		}
	}
	a.Start(ctx)
	l, err := net.Listen("tcp", cfg.Addr)
	if err != nil {
		return errors.Join(certificate.Explain(err, cfg.Addr, "--addr"), shut())
	}
	if a.keeper != nil {
		l = a.keeper.Secure(l)
		if err := a.keeper.Start(ctx); err != nil {
			a.keeper.Close()
			return errors.Join(err, l.Close(), shut())
		}
		defer a.keeper.Close()
	}
	shutDoor, err := a.openDoor()
	if err != nil {
		return errors.Join(err, l.Close(), shut())
	}
	shutFiles, err := a.openFiles()
	if err != nil {
		shutDoor()
		return errors.Join(err, l.Close(), shut())
	}
	a.announce(out, l.Addr().String())
	if err := a.invite(ctx, out); err != nil {
		slog.Error("no set-up is offered", "err", err)
	}
	failed := make(chan error, 1)
	go func() { failed <- lhttp.Listen(a.Web, l) }()
	if _, err := daemon.SdNotify(false, daemon.SdNotifyReady); err != nil { // systemd, where it started this: whoever waits for the service may go on
		slog.Warn("systemd was not told that the server is there", "err", err)
	}
	select {
	case err = <-failed:
	case <-ctx.Done():
	}
	shutFiles()
	shutDoor()
	return errors.Join(err, shut())
}

// openFiles takes files of orders by SFTP until it is closed, where whoever runs the server asked for it.
func (a *App) openFiles() (closeFiles func(), err error) {
	if a.Config.SFTP == "" {
		return func() {}, nil
	}
	host := ""
	if u, err := url.Parse(a.Config.PublicURL); err == nil {
		host = u.Hostname()
	}
	l, err := net.Listen("tcp", a.Config.SFTP)
	if err != nil {
		return nil, fmt.Errorf("--sftp-addr: %w", err)
	}
	s, err := a.Integration.Serve(l, host)
	if err != nil {
		return nil, errors.Join(err, l.Close())
	}
	return s.Close, nil
}

// announce tells whoever started the program where it is.
func (a *App) announce(out io.Writer, addr string) {
	at := "http://" + addr
	if a.keeper != nil {
		at = a.Config.PublicURL
	}
	_, _ = fmt.Fprintf(out, "Lading is at %s\n", at)
	if a.keeper != nil {
		if trust, prints := a.keeper.Trust(); trust != "" {
			_, _ = fmt.Fprintf(out, "Devices learn to trust it at %s\nThe authority's fingerprint (SHA-256) is %s\n", trust, strings.Join(prints, ", then "))
		}
	}
	if a.Config.Demo {
		_, _ = fmt.Fprintln(out, "Demo sign-ins, all with the password lading-demo:\n  office@demo.test   dock@demo.test   dock2@demo.test   audit@demo.test   admin@demo.test   admin@other.test")
	}
}
