// Package http puts the registry's calls on the network: routes, the shape of errors, security headers, the app's files.
// It is the only package that knows Fiber.
package http

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/url"
	"regexp"
	"runtime/debug"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"time"

	"lading/server/kit/fail"
	"lading/server/kit/message"
	"lading/server/kit/page"
	"lading/server/kit/prescribed"
	"lading/server/op"
	"lading/server/store"

	"github.com/goccy/go-json"
	"github.com/gofiber/fiber/v3"
	"github.com/gofiber/fiber/v3/middleware/adaptor"
	"github.com/gofiber/fiber/v3/middleware/helmet"
	caught "github.com/gofiber/fiber/v3/middleware/recover"
	"github.com/oklog/ulid/v2"
	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/promhttp"
	"github.com/valyala/fasthttp"
)

const apiBody = 1 << 20

// Options are what the adapter needs of the rest.
type Options struct {
	Registry *op.Registry
	// Authenticate turns a bearer token into who asks; an error where it is not valid.
	Authenticate func(ctx context.Context, bearer string) (store.Actor, string, error)
	// Ready tells what is wrong: errors make the program unready, warnings are only said.
	Ready func(ctx context.Context) (Readiness, error)
	// TrustProxy takes the client's address from X-Forwarded-For when the peer is on this machine or a private network.
	TrustProxy bool
	Proxy      *Proxy // hears, with TrustProxy, what the proxy withholds
	// Local is a server that devices of its own site are made to trust. None of them is held to HTTPS: where the authority is another one day, they are shown that over HTTP.
	Local bool
	// PrintHosts are the origins of the print computers that pages of this server may speak to, such as http://192.168.1.20:8632; empty is any, on their port.
	PrintHosts []string
	// MetricsToken opens /metrics to who does not ask from this machine itself; empty opens it to nobody else.
	MetricsToken string
	// Mount adds routes that are not calls: the hub, blobs.
	Mount func(app *fiber.App)
}

// Readiness is what /readyz says beside yes or no.
type Readiness struct {
	Warnings     []string
	Unreplicated time.Duration // age of the oldest commit that the replica does not hold
}

// New builds the app.
func New(opt Options) *fiber.App {
	cfg := fiber.Config{
		AppName: "Lading", Immutable: true, CaseSensitive: false, StrictRouting: false,
		JSONEncoder: json.Marshal, JSONDecoder: json.Unmarshal,
		ReadBufferSize: 16384, ReadTimeout: 60 * time.Second, IdleTimeout: 75 * time.Second,
		BodyLimit: 64 << 20, ErrorHandler: onError, StreamRequestBody: true,
		DisablePreParseMultipartForm: true, // who sends a form is asked for a session first, not when all of it is on the disk
	}
	if opt.TrustProxy {
		cfg.TrustProxy, cfg.ProxyHeader, cfg.EnableIPValidation = true, fiber.HeaderXForwardedFor, true
		cfg.TrustProxyConfig = fiber.TrustProxyConfig{Loopback: true, Private: true}
	}
	app := fiber.New(cfg)
	app.Use(recovered, guarded, secure(!opt.Local, opt.PrintHosts))
	if opt.TrustProxy && opt.Proxy != nil {
		app.Use(opt.Proxy.watch)
	}
	app.Get("/healthz", func(c fiber.Ctx) error { return c.SendString("ok") })
	app.Get("/readyz", func(c fiber.Ctx) error {
		state, err := opt.Ready(c.Context())
		body := map[string]any{"ready": err == nil, "warnings": state.Warnings, "unreplicatedSeconds": state.Unreplicated.Round(time.Millisecond).Seconds()}
		if err != nil {
			slog.Error("not ready", "err", err)
			return c.Status(http.StatusServiceUnavailable).JSON(body)
		}
		return c.JSON(body)
	})
	app.Get("/metrics", measured(opt), adaptor.HTTPHandler(promhttp.HandlerFor(nameless{prometheus.DefaultGatherer}, promhttp.HandlerOpts{})))
	if opt.Mount != nil {
		opt.Mount(app)
	}
	api := app.Group("/api", packed)
	document := sync.OnceValue(func() []byte { return op.OpenAPI(opt.Registry) }) // a long walk, and few ask
	api.Get("/openapi.json", func(c fiber.Ctx) error { return c.Type("json").Send(document()) })
	api.All("/*", func(c fiber.Ctx) error { return serve(c, opt) })
	static(app, assets())
	return app
}

// recovered answers for a handler that panics: fasthttp would let the whole program fall.
var recovered = caught.New(caught.Config{PanicHandler: func(c fiber.Ctx, p any) error {
	slog.Error("request panicked", "path", c.Path(), "panic", p, "stack", string(debug.Stack()))
	return fmt.Errorf("panic: %v", p)
}})

// guarded sets what every answer carries whoever asks. A page of another origin may be shown in none of ours, but nothing need be isolated from it.
var guarded = helmet.New(helmet.Config{XFrameOptions: "DENY", CrossOriginEmbedderPolicy: "unsafe-none", PermissionPolicy: "camera=(self), geolocation=(self), microphone=()"})

var isHost = regexp.MustCompile(`^[A-Za-z0-9.\-]{1,253}(:[0-9]{1,5})?$|^\[[0-9a-fA-F:.]{2,45}\](:[0-9]{1,5})?$`)

// secure sets what an answer carries by whom it goes to. `holds` has browsers ask by HTTPS alone from the first time on, `printers` are where pages may print.
func secure(holds bool, printers []string) fiber.Handler {
	// A tablet without a network prints through the print computer, wherever on the yard's own network it stands, as long as nobody has said where.
	prints := " http://*:8632 http://127.0.0.1:*"
	if len(printers) > 0 {
		prints = " " + strings.Join(printers, " ")
	}
	return func(c fiber.Ctx) error {
		id := c.Get(fiber.HeaderXRequestID)
		if len(id) == 0 || len(id) > 64 || strings.ContainsFunc(id, func(r rune) bool { return r < '!' || r > '~' }) {
			id = ulid.Make().String()
		}
		c.Set(fiber.HeaderXRequestID, id)
		own := "" // the live connection: to this very host, and no other
		if host := c.Get(fiber.HeaderHost); isHost.MatchString(host) {
			own = " ws://" + host + " wss://" + host
		}
		c.Set("Content-Security-Policy", "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' blob: data:; font-src 'self'; "+
			"connect-src 'self'"+own+prints+"; worker-src 'self'; manifest-src 'self'; media-src 'self' blob:; frame-src blob:; base-uri 'none'; object-src 'none'; form-action 'self'; frame-ancestors 'none'")
		if holds && (c.Scheme() == "https" || c.Get("X-Forwarded-Proto") == "https") {
			c.Set("Strict-Transport-Security", "max-age=31536000; includeSubDomains")
		}
		return c.Next()
	}
}

// packFrom is about what fits into one packet: to pack less saves nobody anything.
const packFrom = 1400

var pack = fasthttp.CompressHandlerBrotliLevel(func(*fasthttp.RequestCtx) {}, fasthttp.CompressBrotliBestSpeed, fasthttp.CompressBestSpeed)

// packed compresses answers for who takes them so.
func packed(c fiber.Ctx) error {
	if err := c.Next(); err != nil {
		return err
	}
	c.Vary(fiber.HeaderAcceptEncoding)
	r := c.Response()
	if c.Method() != http.MethodHead && c.GetRespHeader(fiber.HeaderContentEncoding) == "" && (r.IsBodyStream() || len(r.Body()) >= packFrom) {
		pack(c.RequestCtx())
	}
	return nil
}

// find is the call at a path. Where the path of the call has a parameter, as in user/client-application/secret/{id} or v1/templates/{id}/copy, id is what stands there.
func find(r *op.Registry, path string) (o *op.Op, id string, ok bool) {
	if o, ok = r.Find(path); ok {
		return o, "", true
	}
	parts := strings.Split(strings.Trim(path, "/"), "/")
	for i := len(parts) - 1; i >= max(1, len(parts)-2); i-- {
		id, parts[i] = parts[i], "{id}"
		if o, ok = r.Find(strings.Join(parts, "/")); ok {
			return o, id, true
		}
		parts[i] = id
	}
	return nil, "", false
}

func serve(c fiber.Ctx, opt Options) error {
	path := c.Params("*")
	o, id, ok := find(opt.Registry, path)
	if !ok {
		return fail.NotFound("no-such-call", "path", path)
	}
	if !answers(o, c.Method()) {
		c.Set(fiber.HeaderAllow, "POST")
		return fail.New(http.StatusMethodNotAllowed, "method-not-allowed")
	}
	call := &op.Call{Op: o, RequestID: c.GetRespHeader(fiber.HeaderXRequestID), IP: c.IP(), Agent: c.Get(fiber.HeaderUserAgent),
		Key: c.Get("Idempotency-Key"), Language: message.Best(c.Get(fiber.HeaderAcceptLanguage)), Params: map[string][]string{},
		Cookie: func(name string) string { return c.Cookies(name) },
		Header: func(name string) string { return c.Get(name) }, SetHeader: func(name, value string) { c.Set(name, value) },
		Secure: c.Scheme() == "https" || opt.TrustProxy && c.Get("X-Forwarded-Proto") == "https",
	}
	call.SetCookie = func(k op.Cookie) {
		c.Cookie(&fiber.Cookie{Name: k.Name, Value: k.Value, Path: k.Path, Expires: k.Expires, HTTPOnly: true, SameSite: "Strict", Secure: call.Secure})
	}
	if len(call.Key) > 200 {
		return fail.Malformed("idempotency-key-too-long")
	}
	for name, value := range c.Queries() {
		call.Params[name] = []string{value}
	}
	if id != "" {
		if id, ok := unescape(id); ok && id != "{id}" { // who takes the path as it is written says the id in the body
			call.Params["id"] = []string{id}
		}
	}
	if p := c.Get("pageId"); p != "" {
		n, err := strconv.Atoi(p)
		if err != nil {
			return fail.Malformed("header-malformed", "header", "pageId")
		}
		call.Page = page.ID(n)
	}
	ctx, cancel := context.WithTimeout(c.Context(), 30*time.Second)
	defer cancel()
	if bearer, ok := strings.CutPrefix(c.Get(fiber.HeaderAuthorization), "Bearer "); ok {
		call.Bearer = bearer
		actor, org, err := opt.Authenticate(ctx, bearer)
		if err != nil && !o.Public {
			return err
		}
		if err == nil {
			call.By, call.Org = actor, org
			if actor.Language != "" && c.Get("X-Language") == "" {
				call.Language = actor.Language
			}
		}
	} else if !o.Public {
		return fail.Unauthorized("no-session")
	}
	if err := op.Permit(o, call.By, call.Page); err != nil { // before the body is read: nobody fills a form that is not theirs
		return err
	}
	if err := readBody(c, o, call); err != nil {
		return err
	}
	answer, err := opt.Registry.Run(ctx, call)
	if err != nil {
		return err
	}
	return send(c, answer)
}

// answers tells whether a call may be made by a method: POST always, and the one that the documents name. A link or an image's address must not write, so GET runs no command.
func answers(o *op.Op, method string) bool {
	switch method {
	case http.MethodPost:
		return true
	case http.MethodGet, http.MethodHead:
		return o.Method == http.MethodGet && o.Kind != op.KindCommand
	}
	return method == o.Method
}

// readBody takes the body in, as JSON or as files.
func readBody(c fiber.Ctx, o *op.Op, call *op.Call) error {
	limit := apiBody
	if o.MaxBody > 0 {
		limit = o.MaxBody
	}
	if c.Request().Header.ContentLength() > limit {
		return fail.New(http.StatusRequestEntityTooLarge, "body-too-large", "max", limit)
	}
	kind := c.Get(fiber.HeaderContentType)
	if o.Kind == op.KindUpload {
		if c.Request().Header.ContentLength() < 0 { // the form's reader puts on disk whatever comes
			return fail.New(http.StatusLengthRequired, "length-required")
		}
		form, err := c.MultipartForm()
		if errors.Is(err, syscall.ENOSPC) { // large parts wait on the disk
			return fail.New(http.StatusInsufficientStorage, "server-storage-full")
		}
		if err != nil {
			return fail.New(http.StatusUnsupportedMediaType, "not-multipart")
		}
		for name, values := range form.Value {
			call.Params[name] = values
		}
		for name, files := range form.File {
			for _, f := range files {
				if f.Size > int64(limit) {
					return fail.New(http.StatusRequestEntityTooLarge, "body-too-large", "max", limit)
				}
				call.Files = append(call.Files, op.File{Field: name, Name: f.Filename, Type: f.Header.Get(fiber.HeaderContentType), Size: f.Size,
					Open: func() (io.ReadSeekCloser, error) { return f.Open() }})
			}
		}
		return nil
	}
	body, err := readPacked(c, limit)
	if err != nil {
		return err
	}
	if len(body) > 0 && kind != "" && !strings.Contains(kind, "json") {
		return fail.New(http.StatusUnsupportedMediaType, "not-json")
	}
	call.Args = append([]byte(nil), body...)
	return nil
}

// readPacked is readAll for a body that may have been compressed. The limit is for what it unpacks to, and nothing is unpacked beyond it.
func readPacked(c fiber.Ctx, limit int) ([]byte, error) {
	if !strings.EqualFold(c.Get(fiber.HeaderContentEncoding), "gzip") {
		return readAll(c, limit)
	}
	c.Request().Header.Del(fiber.HeaderContentEncoding)
	body, err := readAll(c, limit)
	if err != nil {
		return nil, err
	}
	z, err := gzip.NewReader(bytes.NewReader(body))
	if err != nil {
		return nil, fail.Malformed("body-malformed")
	}
	if body, err = io.ReadAll(io.LimitReader(z, int64(limit)+1)); err != nil {
		return nil, fail.Malformed("body-malformed")
	}
	if len(body) > limit {
		return nil, fail.New(http.StatusRequestEntityTooLarge, "body-too-large", "max", limit)
	}
	return body, nil
}

// readAll reads a body of at most so many bytes, whatever its length claims to be.
func readAll(c fiber.Ctx, limit int) ([]byte, error) {
	if e := c.Get(fiber.HeaderContentEncoding); e != "" && !strings.EqualFold(e, "identity") {
		return nil, fail.New(http.StatusUnsupportedMediaType, "encoding-not-taken", "encoding", e)
	}
	tooLarge := fail.New(http.StatusRequestEntityTooLarge, "body-too-large", "max", limit)
	if c.Request().Header.ContentLength() > limit {
		return nil, tooLarge
	}
	body := []byte(nil)
	if s := c.Request().BodyStream(); s != nil {
		var err error
		if body, err = io.ReadAll(io.LimitReader(s, int64(limit)+1)); err != nil {
			return nil, fail.Malformed("body-malformed")
		}
		if len(body) <= limit {
			_ = c.Request().CloseBodyStream() // read to its end
		}
	} else {
		body = c.BodyRaw()
	}
	if len(body) > limit {
		return nil, tooLarge
	}
	return body, nil
}

func send(c fiber.Ctx, a op.Answer) error {
	c.Set(fiber.HeaderCacheControl, "no-store")
	switch body := a.Body.(type) {
	case op.None:
		return c.SendStatus(http.StatusNoContent)
	case op.Download:
		how := "attachment"
		if body.Inline {
			how = "inline"
		}
		c.Set(fiber.HeaderContentType, body.Type)
		c.Set(fiber.HeaderContentDisposition, how+"; filename*=UTF-8''"+url.PathEscape(body.Name))
		c.Set("Content-Security-Policy", "sandbox; default-src 'none'")
		if body.Tag != "" {
			c.Set(fiber.HeaderETag, body.Tag)
			c.Set(fiber.HeaderCacheControl, "private, no-cache")
			for _, shown := range strings.Split(c.Get(fiber.HeaderIfNoneMatch), ",") {
				if strings.TrimPrefix(strings.TrimSpace(shown), "W/") == body.Tag {
					return c.SendStatus(http.StatusNotModified)
				}
			}
		}
		return c.SendStream(body.Body)
	case op.Raw:
		return c.Type("json").Send(body)
	}
	b, err := json.Marshal(a.Body)
	if err != nil {
		return err
	}
	return c.Status(a.Status).Type("json").Send(b)
}

// Problem is the one shape of errors.
type Problem struct {
	Type     string         `json:"type"`
	Title    string         `json:"title"`
	Head     string         `json:"head,omitempty"` // the code of the prescribed message that heads it; the title says it
	Status   int            `json:"status"`
	Detail   string         `json:"detail"`
	Code     string         `json:"code"`
	Params   map[string]any `json:"params,omitempty"`
	Errors   []fail.Field   `json:"errors,omitempty"`
	Row      any            `json:"row,omitempty"`
	Instance string         `json:"instance,omitempty"`
}

// onError writes what a person can read. What is ours stays in the log, under the request's id.
func onError(c fiber.Ctx, err error) error {
	lang := message.Best(c.Get(fiber.HeaderAcceptLanguage))
	if c.Request().BodyStream() != nil { // a body that was refused unread must not be taken for the next request
		c.RequestCtx().SetConnectionClose()
	}
	f, ok := fail.As(err)
	var ferr *fiber.Error
	switch {
	case ok:
	case errors.As(err, &ferr):
		f = fail.New(ferr.Code, "request-refused", "status", ferr.Code)
		if ferr.Code == http.StatusRequestEntityTooLarge {
			f = fail.New(ferr.Code, "body-too-large", "max", 64<<20)
		}
	case errors.Is(err, context.DeadlineExceeded) || errors.Is(err, store.ErrClosed):
		f = fail.New(http.StatusServiceUnavailable, "server-busy")
	default:
		slog.Error("request failed", "path", c.Path(), "err", err, "request", c.GetRespHeader(fiber.HeaderXRequestID))
		f = fail.New(http.StatusInternalServerError, "something-went-wrong")
	}
	if f.Status == http.StatusTooManyRequests || f.Status == http.StatusServiceUnavailable {
		wait := "2"
		if s, ok := f.Params["seconds"]; ok {
			wait = fmt.Sprint(s)
		}
		c.Set(fiber.HeaderRetryAfter, wait)
	}
	p := Problem{Type: "about:blank", Title: http.StatusText(f.Status), Status: f.Status, Code: f.Code, Params: f.Params, Row: f.Row,
		Detail: message.Text(lang, f.Code, f.Params), Instance: c.GetRespHeader(fiber.HeaderXRequestID)}
	if p.Head = headOf(c, f.Code); p.Head != "" {
		p.Title = message.Text(lang, p.Head, f.Params)
	}
	for _, e := range f.Fields {
		e.Message = message.Text(lang, e.Code, e.Params)
		p.Errors = append(p.Errors, e)
	}
	body, merr := json.Marshal(p)
	if merr != nil {
		return merr
	}
	c.Set(fiber.HeaderCacheControl, "no-store")
	// not Type: it takes an extension and would turn a media type that it does not know into octets
	c.Set(fiber.HeaderContentType, "application/problem+json")
	return c.Status(f.Status).Send(body)
}

// headOf finds the message that the documents prescribe for a call that is refused.
func headOf(c fiber.Ctx, reason string) string {
	path, ok := strings.CutPrefix(c.Path(), "/api/")
	if !ok {
		return ""
	}
	flag := ""
	if prescribed.Flagged(path) {
		var req struct{ Flag string }
		if flag = c.Query("flag", c.Query("Flag")); flag == "" && json.Unmarshal(c.Body(), &req) == nil {
			flag = req.Flag
		}
	}
	return prescribed.Head(path, flag, reason)
}

func unescape(s string) (string, bool) {
	t, err := url.PathUnescape(s)
	return t, err == nil
}

// Listen serves until the listener is closed.
func Listen(app *fiber.App, l net.Listener) error {
	return app.Listener(l, fiber.ListenConfig{DisableStartupMessage: true})
}
