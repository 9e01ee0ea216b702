package integration

import (
	"context"
	"crypto/ed25519"
	"crypto/hkdf"
	"crypto/sha256"
	"crypto/subtle"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"strings"
	"sync"
	"time"

	"lading/server/kit/guess"
	"lading/server/store"

	"github.com/pkg/sftp"
	"golang.org/x/crypto/ssh"
)

const (
	mostVisits   = 64 // connections at once
	mostOfOne    = 6  // of one network
	mostSessions = 2  // of a connection
	handshake    = 20 * time.Second
	idle         = 5 * time.Minute
)

// Server takes files by SFTP. There is no shell behind it and no file of the machine: a sender sees its own files and nothing else.
type Server struct {
	area   *Area
	config *ssh.ServerConfig
	listen net.Listener
	shown  ServerShown
	tries  guess.Budget
	ctx    context.Context
	cancel context.CancelFunc
	mu     sync.Mutex
	open   map[net.Conn]string // by network
	done   sync.WaitGroup
	reads  chan struct{} // places of files that are read, of all sessions
}

// hostKey is drawn from the server's secret: it is the same after a restart and on another machine that the data moved to.
func hostKey(secret []byte) (ssh.Signer, error) {
	seed, err := hkdf.Key(sha256.New, secret, nil, "lading sftp host key 1", ed25519.SeedSize)
	if err != nil {
		return nil, fmt.Errorf("draw the host key: %w", err)
	}
	return ssh.NewSignerFromKey(ed25519.NewKeyFromSeed(seed))
}

// Serve takes files at a listener until it is closed. host is where senders reach it.
func (a *Area) Serve(l net.Listener, host string) (*Server, error) {
	signer, err := hostKey(a.Secret)
	if err != nil {
		return nil, err
	}
	s := &Server{area: a, listen: l, open: map[net.Conn]string{}, reads: make(chan struct{}, mostReads), tries: guess.Budget{Place: guess.Rate{Burst: 20, Every: 3 * time.Second}, Person: guess.Rate{Burst: 60, Every: time.Second}}}
	s.ctx, s.cancel = context.WithCancel(context.Background())
	s.shown = ServerShown{On: true, Host: host, Fingerprint: ssh.FingerprintSHA256(signer.PublicKey())}
	if at, ok := l.Addr().(*net.TCPAddr); ok {
		s.shown.Port = at.Port
	}
	s.config = &ssh.ServerConfig{ServerVersion: "SSH-2.0-Lading", MaxAuthTries: 3, PasswordCallback: s.signIn}
	s.config.AddHostKey(signer)
	a.sftp.Store(s)
	s.done.Go(s.accept)
	return s, nil
}

// Close ends all connections. What a sender had not finished is not taken.
func (s *Server) Close() {
	s.area.sftp.CompareAndSwap(s, nil)
	s.cancel()
	_ = s.listen.Close()
	s.mu.Lock()
	for c := range s.open {
		_ = c.Close()
	}
	s.mu.Unlock()
	s.done.Wait()
}

func (s *Server) accept() {
	for {
		c, err := s.listen.Accept()
		if err != nil {
			if s.ctx.Err() != nil || errors.Is(err, net.ErrClosed) {
				return
			}
			time.Sleep(50 * time.Millisecond) // too many open files, most likely
			continue
		}
		if !s.enter(c) {
			_ = c.Close()
			continue
		}
		s.done.Go(func() {
			defer s.leave(c)
			s.visit(c)
		})
	}
}

func (s *Server) enter(c net.Conn) bool {
	from := network(c)
	s.mu.Lock()
	defer s.mu.Unlock()
	same := 0
	for _, other := range s.open {
		if other == from {
			same++
		}
	}
	if s.ctx.Err() != nil || len(s.open) >= mostVisits || same >= mostOfOne {
		return false
	}
	s.open[c] = from
	return true
}

func (s *Server) leave(c net.Conn) {
	_ = c.Close()
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.open, c)
}

func network(c interface{ RemoteAddr() net.Addr }) string {
	host, _, err := net.SplitHostPort(c.RemoteAddr().String())
	if err != nil {
		return c.RemoteAddr().String()
	}
	return guess.Network(host)
}

func (s *Server) visit(raw net.Conn) {
	_ = raw.SetDeadline(time.Now().Add(handshake))
	conn, channels, requests, err := ssh.NewServerConn(raw, s.config)
	if err != nil {
		return // a wrong password, or none of ours; the budget has counted it
	}
	defer func() { _ = conn.Close() }()
	_ = raw.SetDeadline(time.Time{})
	go ssh.DiscardRequests(requests)
	hush := time.AfterFunc(idle, func() { _ = raw.Close() })
	defer hush.Stop()
	places := make(chan struct{}, mostSessions)
	var sessions sync.WaitGroup
	for asked := range channels {
		select {
		case places <- struct{}{}:
		default:
			_ = asked.Reject(ssh.ResourceShortage, "too many sessions")
			continue
		}
		if asked.ChannelType() != "session" {
			<-places
			_ = asked.Reject(ssh.UnknownChannelType, "only sftp")
			continue
		}
		ch, wants, err := asked.Accept()
		if err != nil {
			<-places
			continue
		}
		sessions.Go(func() {
			defer func() { <-places }()
			s.session(conn.Permissions, ch, wants, hush)
		})
	}
	sessions.Wait()
}

// session is one channel: a request for the subsystem sftp, and what is then done in it.
func (s *Server) session(who *ssh.Permissions, ch ssh.Channel, wants <-chan *ssh.Request, hush *time.Timer) {
	defer func() { _ = ch.Close() }()
	for r := range wants {
		if r.Type != "subsystem" || len(r.Payload) < 4 || string(r.Payload[4:]) != "sftp" {
			_ = r.Reply(false, nil)
			continue
		}
		_ = r.Reply(true, nil)
		go ssh.DiscardRequests(wants)
		t := &tree{area: s.area, ctx: s.ctx, org: who.Extensions["org"], transfer: who.Extensions["transfer"], hash: who.Extensions["hash"], parts: make(chan struct{}, mostParts), reads: s.reads}
		rs := sftp.NewRequestServer(heard{ch, hush}, sftp.Handlers{FileGet: t, FilePut: t, FileCmd: t, FileList: t}, sftp.WithStartDirectory("/in"))
		_ = rs.Serve() // what ends it is its sender's to know
		_ = rs.Close()
		return
	}
}

// heard puts off the end of a connection each time that its sender says something.
type heard struct {
	ssh.Channel
	hush *time.Timer
}

func (h heard) Read(b []byte) (int, error) {
	n, err := h.Channel.Read(b)
	if n > 0 {
		h.hush.Reset(idle)
	}
	return n, err
}

var errWho = errors.New("no such user name with this password")

// signIn judges a password. What is refused looks the same whatever was wrong.
func (s *Server) signIn(meta ssh.ConnMetadata, password []byte) (*ssh.Permissions, error) {
	ctx, cancel := context.WithTimeout(s.ctx, handshake)
	defer cancel()
	if len(meta.User()) > 100 || len(password) > 100 {
		return nil, errWho
	}
	try, err := s.tries.Take(ctx, s.area.now(), guess.Who{Account: meta.User(), Place: network(meta)})
	if err != nil {
		return nil, err
	}
	l, org, err := s.area.loginOf(ctx, meta.User())
	if err != nil {
		try.Spare()
		slog.Error("an SFTP sign-in could not be judged", "err", err)
		return nil, errWho
	}
	if subtle.ConstantTimeCompare([]byte(passwordHash(string(password))), []byte(l.Hash)) != 1 {
		try.Wrong(s.area.now())
		return nil, errWho
	}
	try.Right()
	return &ssh.Permissions{Extensions: map[string]string{"org": org, "transfer": l.Transfer, "hash": l.Hash}}, nil
}

// loginOf finds who signs in by a user name. There is none of a transfer that is paused.
func (a *Area) loginOf(ctx context.Context, username string) (l login, org string, err error) {
	org, _, ok := strings.Cut(username, ".")
	if !ok {
		return l, "", nil
	}
	if ok, err = a.Exists(ctx, org); err != nil || !ok { // asked first: a stranger must not have a database opened
		return l, "", err
	}
	db, err := a.Orgs(ctx, org)
	if err != nil {
		return l, "", err
	}
	err = db.Read(ctx, store.System(), func(ctx context.Context, tx *store.Tx) (err error) {
		l, _, err = store.Get[login](ctx, tx, `SELECT l.* FROM integration_transfer_login l JOIN integration_transfer t ON t.id = l.transfer_id WHERE l.username = ? AND t.paused = 0`, username)
		return err
	})
	return l, org, err
}
