package http

import (
	"embed"
	"io/fs"
	"mime"
	"net/http"
	"path"
	"strings"
	"sync"

	"lading/server/kit/fail"

	"github.com/gofiber/fiber/v3"
	"github.com/gofiber/fiber/v3/middleware/etag"
)

// The web app as built; the dotfile keeps the folder in a clean clone.
//
//go:embed all:dist
var dist embed.FS

// asset is one file of the app, with its compressed forms where the build made them.
type asset struct {
	plain, br, gz []byte
	kind          string
}

var assets = sync.OnceValue(func() map[string]asset {
	files := map[string]asset{}
	root, err := fs.Sub(dist, "dist")
	if err != nil {
		panic(err)
	}
	_ = fs.WalkDir(root, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || path.Base(name) == ".keep" {
			return err
		}
		b, err := fs.ReadFile(root, name)
		if err != nil {
			return err
		}
		base, form := name, ""
		for _, ext := range []string{".br", ".gz"} {
			if s, ok := strings.CutSuffix(name, ext); ok {
				base, form = s, ext
			}
		}
		a := files["/"+base]
		switch form {
		case ".br":
			a.br = b
		case ".gz":
			a.gz = b
		default:
			a.plain = b
		}
		a.kind = kindOf(base)
		files["/"+base] = a
		return nil
	})
	return files
})

// Notices are the licenses and notices of all that the program is made of; nil where it was built without them.
func Notices() []byte { return assets()["/licenses.txt"].plain }

func kindOf(name string) string {
	switch path.Ext(name) {
	case ".webmanifest":
		return "application/manifest+json"
	case ".js", ".mjs":
		return "text/javascript; charset=utf-8"
	case ".wasm":
		return "application/wasm"
	case ".html":
		return "text/html; charset=utf-8"
	}
	if k := mime.TypeByExtension(path.Ext(name)); k != "" {
		return k
	}
	return "application/octet-stream"
}

// shell is the page that an address without a file gets: the app, or the small page that the QR code on a paper leads to.
func shell(name string) string {
	if strings.HasPrefix(name, "/check/") {
		return "/check.html"
	}
	return "/index.html"
}

// guests are the addresses of small pages for strangers: what the code on a dock's tablet leads to, what a link in a mail leads to, and where a new
// server is set up.
var guests = map[string]string{"/setup": "/guest.html", "/welcome": "/guest.html", "/driver": "/driver.html", "/quoteresponse": "/guest.html", "/rfqacknowledgement": "/guest.html", "/carrierconfirmation": "/guest.html", "/carrierportal": "/guest.html",
	"/tracking": "/guest.html", "/trackingshipment": "/guest.html"}

// addressed are guests' addresses that end with whom they are of: /VendorPortal/DEMO1.
var addressed = map[string]string{"/vendorportal": "/guest.html", "/internationalbookingportal": "/guest.html", "/oceanshippingportal": "/guest.html", "/gatecheckin": "/guest.html"}

// moved are guests' addresses that hang in yards as they were once. What stands behind the # goes along.
var moved = map[string]string{"/arrive": "/GateCheckIn"}

// guest gives the small page that an address leads to; empty for any other address.
func guest(address string) string {
	address = strings.ToLower(address)
	first, of, deep := strings.Cut(strings.TrimPrefix(address, "/"), "/")
	if page := addressed["/"+first]; page != "" && (!deep || !strings.Contains(of, "/")) {
		return page
	}
	return guests[address]
}

// static serves the app: hashed assets for ever, the shell never from a cache, any other address as the shell.
func static(app *fiber.App, files map[string]asset) {
	// What may change is asked for again each time, and comes again only if it has.
	tagged := etag.New(etag.Config{Next: func(c fiber.Ctx) bool { return strings.HasPrefix(c.Path(), "/assets/") }})
	app.Get("/*", tagged, func(c fiber.Ctx) error {
		name := c.Path()
		if to := moved[strings.ToLower(name)]; to != "" {
			return c.Redirect().Status(http.StatusMovedPermanently).To(to)
		}
		a, ok := files[name]
		strange := false
		if page := guest(name); page != "" {
			a, strange = files[page]
		}
		switch {
		case strange:
			// It says nothing of anybody. A phone that has opened it once opens it again where there is no signal.
			c.Set(fiber.HeaderCacheControl, "public, max-age=600, stale-while-revalidate=604800")
		case ok && strings.HasPrefix(name, "/assets/"):
			c.Set(fiber.HeaderCacheControl, "public, max-age=31536000, immutable")
		case ok && name != shell(name):
			c.Set(fiber.HeaderCacheControl, "no-cache")
		case strings.HasPrefix(name, "/assets/"), strings.HasPrefix(name, "/api/"), strings.HasPrefix(name, "/hub"):
			return fail.NotFound("no-such-file")
		default:
			if a, ok = files[shell(name)]; !ok {
				return c.Status(http.StatusServiceUnavailable).SendString("The web app is not built: run `go tool task build`.")
			}
			// Not kept aside when it is left, either. WebKit keeps a page as it stands, even one that has just asked for its databases, and until it is
			// shown again nothing else opens them: the app in its place would wait for ever. This header is what WebKit asks, on HTTPS alone.
			c.Set(fiber.HeaderCacheControl, "no-store")
		}
		c.Set(fiber.HeaderContentType, a.kind)
		c.Set(fiber.HeaderVary, fiber.HeaderAcceptEncoding)
		accept := c.Get(fiber.HeaderAcceptEncoding)
		switch {
		case a.br != nil && strings.Contains(accept, "br"):
			c.Set(fiber.HeaderContentEncoding, "br")
			return c.Send(a.br)
		case a.gz != nil && strings.Contains(accept, "gzip"):
			c.Set(fiber.HeaderContentEncoding, "gzip")
			return c.Send(a.gz)
		}
		return c.Send(a.plain)
	})
}
