package op

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"runtime/debug"
	"slices"
	"sort"
	"strings"
	"time"

	"lading/server/kit/fail"
	"lading/server/kit/page"
	"lading/server/kit/right"
	"lading/server/kit/turn"
	"lading/server/store"
)

// Registry is all calls of the program.
type Registry struct {
	ops   map[string]*Op
	sorts []*Op
	// Orgs opens an organisation.
	Orgs func(ctx context.Context, id string) (*store.DB, error)
	// Limits says no to who asks too often; nil lets everybody through.
	Limits *Limiter
	// Vault locks what is kept of a command until the replica holds it, and answers that are secrets; nil keeps neither.
	Vault Locker

	uploads turn.Turns // by key
}

// Area is a package of calls.
type Area interface{ Ops() []Op }

// NewRegistry collects the areas' calls. A mistake in a declaration panics at start.
func NewRegistry(areas map[string]Area) *Registry {
	r := &Registry{ops: map[string]*Op{}}
	for name, a := range areas {
		for _, o := range a.Ops() {
			o.Area = name
			key := strings.ToLower(o.Path)
			if _, twice := r.ops[key]; twice {
				panic("call declared twice: " + o.Path)
			}
			if o.Public == (len(o.Rights) > 0) {
				panic("call must declare either a right or that it is public: " + o.Path)
			}
			for _, r := range o.Rights {
				if !r.Known() {
					panic(fmt.Sprintf("%s: there is no right %s", o.Path, r))
				}
			}
			if len(o.Queue) > 0 {
				fields := fieldsOf(o.Req)
				for _, s := range o.Queue {
					if _, ok := fields[strings.ToLower(s.Field)]; !ok {
						panic(fmt.Sprintf("%s: subject field %s is not in the request", o.Path, s.Field))
					}
				}
			}
			r.ops[key] = &o
			r.sorts = append(r.sorts, &o)
		}
	}
	sort.Slice(r.sorts, func(i, j int) bool { return r.sorts[i].Path < r.sorts[j].Path })
	return r
}

// All lists the calls by path.
func (r *Registry) All() []*Op { return r.sorts }

// Find gives the call of a path, whatever its case. Some of the documents' paths begin with the api/ that all of them have:
// it may stand once or twice.
func (r *Registry) Find(path string) (*Op, bool) {
	path = strings.ToLower(strings.Trim(path, "/"))
	o, ok := r.ops[path]
	if !ok {
		o, ok = r.ops[strings.TrimPrefix(path, "api/")]
	}
	return o, ok
}

// Answer is what a call came to.
type Answer struct {
	Status  int
	Body    any
	Version int64
}

// Run carries out a call.
func (r *Registry) Run(ctx context.Context, c *Call) (Answer, error) {
	began := time.Now()
	a, err := r.run(ctx, c)
	code := "ok"
	if err != nil {
		code = "fault"
		if f, ok := fail.As(err); ok {
			code = fmt.Sprint(f.Status)
		}
	}
	opSeconds.WithLabelValues(c.Op.Path, code).Observe(time.Since(began).Seconds())
	level := slog.LevelInfo
	if code == "fault" {
		level = slog.LevelError
	}
	attrs := []any{"op", c.Op.Path, "org", c.Org, "user", c.By.User, "device", c.By.Device, "code", code, "ms", time.Since(began).Milliseconds(), "request", c.RequestID}
	switch f, refused := fail.As(err); {
	case refused && code != "503": // a refusal's parameters name people and things; the log has its code
		attrs = append(attrs, "refused", f.Code)
	case err != nil:
		attrs = append(attrs, "err", err.Error())
	}
	slog.Log(ctx, level, "call", attrs...)
	return a, err
}

// run carries out a call. A handler that panics, or a library below it, fails its own call and no other.
func (r *Registry) run(ctx context.Context, c *Call) (a Answer, err error) {
	defer func() {
		if p := recover(); p != nil {
			slog.ErrorContext(ctx, "call panicked", "op", c.Op.Path, "panic", p, "stack", string(debug.Stack()))
			a, err = Answer{}, fmt.Errorf("panic: %v", p)
		}
	}()
	if err := r.Limits.allow(c); err != nil {
		return Answer{}, err
	}
	if err := Permit(c.Op, c.By, c.Page); err != nil {
		return Answer{}, err
	}
	req, err := Decode(c.Op, c.Args, c.Params)
	if err != nil {
		return Answer{}, err
	}
	if c.Op.Unknown != "" {
		try, no := r.Limits.Guess(ctx, c.IP)
		if no != nil {
			return Answer{}, no
		}
		defer func() { try.Settle(time.Now(), fail.CodeOf(err) == c.Op.Unknown) }()
	}
	switch c.Op.Kind {
	case KindQuery:
		db, err := r.Orgs(ctx, c.Org)
		if err != nil {
			return Answer{}, err
		}
		var body any
		err = db.Read(ctx, c.By, func(ctx context.Context, tx *store.Tx) (err error) {
			body, err = c.Op.run(ctx, tx, req)
			return err
		})
		return Answer{Status: http.StatusOK, Body: body}, err
	case KindCommand:
		return r.command(ctx, c, req)
	case KindUpload:
		return r.upload(ctx, c, req)
	default:
		body, err := c.Op.direct(ctx, c, req)
		return Answer{Status: http.StatusOK, Body: body}, err
	}
}

// Permit tells whether a user may make a call: any of its rights is enough. A named page can only narrow.
func Permit(o *Op, by store.Actor, named page.ID) error {
	if o.Public {
		return nil
	}
	if by.User == "" && !by.Admin && !(o.Devices && by.Device != "") {
		return fail.Unauthorized("no-session")
	}
	if by.Impersonator != "" && o.Kind != KindQuery && !o.Viewing {
		return fail.Forbidden("impersonation-reads-only", "name", by.Name)
	}
	if by.Program && o.Person {
		return fail.Forbidden("not-for-programs")
	}
	if err := NeedScope(by, o.Area, o.Writes()); err != nil {
		return err
	}
	if named != 0 && named != page.None && !by.Pages[named] {
		return fail.Forbidden("no-page", "page", int(named))
	}
	if slices.ContainsFunc(o.Rights, by.May) {
		return nil
	}
	return NoRight(o.Rights[0])
}

// NoRight is the refusal of a user who lacks a right.
func NoRight(r right.Right) error { return fail.Forbidden("no-right", "right", string(r)) }

// Need refuses users without a right: for a part of a call that needs more than the call itself.
func Need(tx *store.Tx, r right.Right) error {
	if !tx.By.May(r) {
		return NoRight(r)
	}
	return nil
}

// Administrators refuses everybody else: for what a page alone does not give the right to do.
func Administrators(tx *store.Tx) error {
	if !tx.By.Admin {
		return fail.Forbidden("administrators-only")
	}
	return nil
}

// command runs one online command: idempotent by key, logged, on disk when it answers.
func (r *Registry) command(ctx context.Context, c *Call, req any) (Answer, error) {
	db, err := r.Orgs(ctx, c.Org)
	if err != nil {
		return Answer{}, err
	}
	if c.Op.before != nil {
		if err := c.Op.before(ctx, c, req); err != nil {
			return Answer{}, err
		}
	}
	once := c.once(ArgsHash(c.Op.Path, c.Args, c.Params))
	once.vault = r.Vault
	var body any
	var known bool
	result, err := db.Write(ctx, store.Command{Name: c.Op.Path, By: c.By, At: c.At,
		Do: func(ctx context.Context, tx *store.Tx) (err error) {
			tx.Proof = c.Proof
			if body, known, err = once.first(ctx, tx, c.Op); err != nil || known {
				return err
			}
			if body, err = Do(ctx, tx, c, req); err != nil {
				return err
			}
			return r.remember(ctx, tx, c)
		},
		Settle: func(ctx context.Context, tx *store.Tx, doErr error) error {
			if known {
				return nil
			}
			return once.keep(ctx, tx, body, doErr)
		}})
	if err == nil && c.Op.Shared {
		err = Shared(ctx, db, result.Version)
	}
	return Answer{Status: http.StatusOK, Body: body, Version: result.Version}, err
}

// sharedWithin is how long a call waits for the replica, which usually takes a fraction of a second.
const sharedWithin = 4 * time.Second

// Shared waits until the replica holds a version. Where that takes too long it refuses with "later": what was written stays, and
// the repeat of the call waits for it again.
func Shared(ctx context.Context, db *store.DB, version int64) error {
	ctx, cancel := context.WithTimeout(ctx, sharedWithin)
	defer cancel()
	err := db.WaitReplicated(ctx, version)
	if errors.Is(err, context.DeadlineExceeded) {
		return fail.New(http.StatusServiceUnavailable, "not-replicated-yet")
	}
	return err
}

// Do runs a command's handler in a transaction that is already there, and logs it. Online calls and queued mutations come through here alike.
func Do(ctx context.Context, tx *store.Tx, c *Call, req any) (any, error) {
	out, err := c.Op.run(ctx, tx, req)
	if err != nil {
		return nil, err
	}
	return out, logEntry(ctx, tx, c)
}

// Write runs a command of a direct call: what a call writes by itself is logged like any other command, each piece as an entry of its own.
func Write(ctx context.Context, db *store.DB, c *Call, do func(ctx context.Context, tx *store.Tx) error) (store.Result, error) {
	return db.Write(ctx, store.Command{Name: c.Op.Path, By: c.By, At: c.At, Always: c.Op.Reading, Do: func(ctx context.Context, tx *store.Tx) error {
		if err := do(ctx, tx); err != nil {
			return err
		}
		return logEntry(ctx, tx, c)
	}})
}

// WriteQuietly runs a command of a direct call that is not logged and takes no version: what a device tells of itself is no operation of a person's.
// The change log refuses any write to a synced table from within it.
func WriteQuietly(ctx context.Context, db *store.DB, c *Call, do func(ctx context.Context, tx *store.Tx) error) error {
	_, err := db.Write(ctx, store.Command{By: c.By, Quiet: true, Do: do})
	return err
}
