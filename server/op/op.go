// Package op is the registry of calls. A call is declared once: path, handler, the right that its effect needs, and
// whether a device may queue it. Route, permission, decoding, validation, log, metric, idempotency, rate limit, OpenAPI
// and TypeScript all read that one line.
package op

import (
	"context"
	"fmt"
	"io"
	"reflect"
	"slices"
	"strings"
	"time"

	"lading/server/kit/page"
	"lading/server/kit/right"
	"lading/server/store"
)

// Kind says what a call does to the organisation.
type Kind string

// A query never writes. A command runs in one savepoint. A direct call manages its own reading and writing: sign-in, sync, uploads.
const (
	KindQuery   Kind = "query"
	KindCommand Kind = "command"
	KindDirect  Kind = "direct"
	KindUpload  Kind = "upload"
)

// SubjectRef says what a queued command touches: the kind of thing, and the request field that holds its id.
type SubjectRef struct {
	Kind  string `json:"kind"`
	Field string `json:"field"`
}

// Subject names what a queued command touches. Work of a device that touches the same thing keeps its order.
func Subject(kind, field string) SubjectRef { return SubjectRef{kind, field} }

// Op is one declared call.
type Op struct {
	Path    string
	Kind    Kind
	Method  string
	Rights  []right.Right // any of them allows the call
	Public  bool          // without sign-in
	Devices bool          // an enrolled device by itself, too
	Queue   []SubjectRef  // set where a device may queue the call
	Shared  bool          // answered once the replica holds what it wrote
	Reading bool          // what it writes, reading needs: it runs in a suspended organisation, too
	Viewing bool          // a direct call that only reads: who looks as another user may make it
	Showing bool          // a direct call that only reads, as far as programs are concerned: the scope to read is enough
	Sealed  bool          // its answer is a secret: what is kept of it for repeats is locked
	Person  bool          // not for programs: it makes or ends what people and other systems come in with
	Proven  bool          // appends to shipment_event: a queued one must be signed by its device
	Unknown string        // of a call that a secret opens: the refusal of one that there is not
	Hub     []string      // set where a client may invoke the call over the hub: the order of its arguments
	Limit   Limit
	MaxBody int
	Area    string
	Req     reflect.Type
	Resp    reflect.Type
	Table   string       // of a resource's call: the table
	Row     reflect.Type // and what a row of it is
	Apart   []string     // columns of the table that are in no such row: calls of their own write them

	run    func(ctx context.Context, tx *store.Tx, req any) (any, error)
	direct func(ctx context.Context, c *Call, req any) (any, error)
	before func(ctx context.Context, c *Call, req any) error
}

// Query declares a call that only reads.
func Query[Req, Resp any](path string, h func(context.Context, *store.Tx, Req) (Resp, error), rights ...right.Right) Op {
	return declare(path, KindQuery, h, rights)
}

// Command declares a call that writes, in one savepoint.
func Command[Req, Resp any](path string, h func(context.Context, *store.Tx, Req) (Resp, error), rights ...right.Right) Op {
	return declare(path, KindCommand, h, rights)
}

func declare[Req, Resp any](path string, kind Kind, h func(context.Context, *store.Tx, Req) (Resp, error), rights []right.Right) Op {
	return Op{Path: path, Kind: kind, Method: "POST", Rights: rights, Req: reflect.TypeFor[Req](), Resp: reflect.TypeFor[Resp](), Limit: PerUser,
		run: func(ctx context.Context, tx *store.Tx, req any) (any, error) { return h(ctx, tx, *req.(*Req)) }}
}

// Direct declares a call that manages its own transactions.
func Direct[Req, Resp any](path string, h func(context.Context, *Call, Req) (Resp, error), rights ...right.Right) Op {
	return Op{Path: path, Kind: KindDirect, Method: "POST", Rights: rights, Req: reflect.TypeFor[Req](), Resp: reflect.TypeFor[Resp](), Limit: PerUser,
		direct: func(ctx context.Context, c *Call, req any) (any, error) { return h(ctx, c, *req.(*Req)) }}
}

// Upload declares a multipart call: its files are in Call.Files, its other fields in the request. What it writes last it writes by Finish.
func Upload[Req, Resp any](path string, h func(context.Context, *Call, Req) (Resp, error), rights ...right.Right) Op {
	o := Direct(path, h, rights...)
	o.Kind, o.MaxBody = KindUpload, 64<<20
	return o
}

// Prepared has p run before the writer is asked for: what is slow, such as hashing a password, must not hold the writer.
// p fills in fields of the request that no wire carries; the command judges them, so that a repeat with the same key is still answered from the first.
func Prepared[Req any](o Op, p func(ctx context.Context, c *Call, req *Req) error) Op {
	if o.Kind != KindCommand || o.Req != reflect.TypeFor[Req]() {
		panic(o.Path + ": only a command is prepared, and by its own request")
	}
	o.before = func(ctx context.Context, c *Call, req any) error { return p(ctx, c, req.(*Req)) }
	return o
}

// Offline gives a device the right to queue the command.
func (o Op) Offline(subjects ...SubjectRef) Op {
	if o.Kind != KindCommand || len(subjects) == 0 || o.before != nil {
		panic(o.Path + ": only a command with a subject can be queued")
	}
	o.Queue = subjects
	return o
}

// Safe has the call answered only when the replica holds what it wrote: for what a client acts on beyond recall, such as numbers
// that it prints.
func (o Op) Safe() Op {
	if o.Kind != KindCommand {
		panic(o.Path + ": only a command writes something to wait for")
	}
	o.Shared = true
	return o
}

// Secret declares that the answer opens something to whoever reads it: a key, the address of a link, a code. Neither database nor replica holds it readable.
func (o Op) Secret() Op {
	if o.Kind != KindCommand || len(o.Queue) > 0 {
		panic(o.Path + ": only of an online command is the answer kept by itself")
	}
	o.Sealed = true
	return o
}

// InPerson refuses programs: their secrets lie in other systems, and what makes or ends a way in must not be had by one of them. Otherwise who has found a secret would
// have more when it is withdrawn than before.
func (o Op) InPerson() Op { o.Person = true; return o }

// ForReading has a direct call write in a suspended organisation, too: its users could not read otherwise.
func (o Op) ForReading() Op {
	if o.Kind != KindDirect {
		panic(o.Path + ": only a direct call is needed for reading")
	}
	o.Reading = true
	return o
}

// ForViewing lets who looks as another user make a direct call: it reads, and has no effect.
func (o Op) ForViewing() Op {
	if o.Kind != KindDirect {
		panic(o.Path + ": queries only read, and commands have an effect")
	}
	o.Viewing = true
	return o
}

// ForShowing lets a program that may only read make a direct call. Unlike ForViewing it is for what who looks as another user does not do: to ask a carrier what something costs.
func (o Op) ForShowing() Op {
	if o.Kind != KindDirect {
		panic(o.Path + ": queries only read, and commands have an effect")
	}
	o.Showing = true
	return o
}

// Evidence marks a command that appends to shipment_event.
func (o Op) Evidence() Op { o.Proven = true; return o }

// Get answers GET as well, where the documents ask for it.
func (o Op) Get() Op { o.Method = "GET"; return o }

// Put answers PUT as well, where the documents ask for it.
func (o Op) Put() Op { o.Method = "PUT"; return o }

// Delete answers DELETE as well, where the documents ask for it.
func (o Op) Delete() Op { o.Method = "DELETE"; return o }

// OnHub lets a client invoke the call over the hub. The documents give arguments by position; names say which is which.
func (o Op) OnHub(names ...string) Op { o.Hub = append([]string{}, names...); return o }

// Open needs no sign-in.
func (o Op) Open() Op { o.Public = true; return o }

// Opened is open to who holds a secret that stands in the request: a link, a code. unknown is the refusal of one that there is not; wrong ones are counted.
func (o Op) Opened(unknown string) Op { o.Public, o.Unknown = true, unknown; return o }

// SignedIn is open to everyone who is signed in: for one's own account, and for what nobody needs a right to know.
func (o Op) SignedIn() Op { o.Rights = append(o.Rights, right.SignedIn); return o }

// Everyone reports whether every signed-in user may make the call.
func (o *Op) Everyone() bool { return slices.Contains(o.Rights, right.SignedIn) }

// Pages lists the pages that bring a right to make the call, in order.
func (o *Op) Pages() []page.ID {
	var ids []page.ID
	for _, r := range o.Rights {
		ids = append(ids, page.Bringing(r)...)
	}
	slices.Sort(ids)
	return slices.Compact(ids)
}

// ForDevices lets an enrolled device call with a token of its own, when no person is signed in.
func (o Op) ForDevices() Op { o.Devices = true; return o }

// Body sets how large a request may be, where the usual megabyte is too little.
func (o Op) Body(limit int) Op { o.MaxBody = limit; return o }

// Limited sets another rate limit than the usual one per user.
func (o Op) Limited(l Limit) Op { o.Limit = l; return o }

// Subjects reads what a queued command touches from its arguments, one for each where the field is a list, as the device does.
func (o *Op) Subjects(req any) []string {
	out := make([]string, 0, len(o.Queue))
	v := reflect.Indirect(reflect.ValueOf(req))
	fields := fieldsOf(v.Type())
	for _, s := range o.Queue {
		if f, ok := fields[strings.ToLower(s.Field)]; ok {
			if ids := v.FieldByIndex(f.index); ids.Kind() == reflect.Slice {
				for i := range ids.Len() {
					out = append(out, s.Kind+":"+fmt.Sprint(ids.Index(i).Interface()))
				}
			} else {
				out = append(out, s.Kind+":"+fmt.Sprint(ids.Interface()))
			}
		}
	}
	return out
}

// None is a request without fields, or an answer without content.
type None struct{}

// Call is one request, as it came in.
type Call struct {
	Op        *Op
	Org       string
	By        store.Actor
	At        time.Time
	Args      []byte
	Params    map[string][]string // query string and path
	Key       string              // Idempotency-Key, of a command or an upload
	Page      page.ID
	RequestID string
	IP        string
	Agent     string
	Proof     *store.Proof
	Bearer    string
	Language  string // best of what the reader accepts: en, es or fr
	Cookie    func(name string) string
	SetCookie func(Cookie)
	Header    func(name string) string
	SetHeader func(name, value string)
	Files     []File
	Secure    bool // came over TLS, as far as we or a trusted proxy can tell

	repeat once // of an upload
}

// Cookie is what a direct call may set.
type Cookie struct {
	Name, Value, Path string
	Expires           time.Time
}

// File is an uploaded file.
type File struct {
	Field, Name, Type string
	Size              int64
	Open              func() (io.ReadSeekCloser, error)
}

// Download is an answer that is a file.
type Download struct {
	Name, Type string
	Body       io.Reader
	Inline     bool
	Tag        string // quoted, the same for the same content: who shows it is told that nothing has changed; empty for none
}

// Raw is an answer that is JSON already.
type Raw []byte

// MarshalJSON gives the bytes as they are.
func (r Raw) MarshalJSON() ([]byte, error) { return r, nil }
