package app

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"text/tabwriter"
	"time"

	"lading/server/access"
	"lading/server/kit/fail"
	"lading/server/kit/founding"
	"lading/server/kit/page"
	"lading/server/store"
)

// verb is one thing that a command with several does.
type verb struct {
	name, about string
	run         func(ctx context.Context, out io.Writer, f *flag.FlagSet, cfg *Config, args []string) error
}

// verbs runs the one that the first word names.
func verbs(ctx context.Context, out io.Writer, command, about string, list []verb, args []string) error {
	for _, v := range list {
		if len(args) > 0 && args[0] == v.name {
			var cfg Config
			f := flags(out, command+" "+v.name, v.about)
			places(f, &cfg)
			reached(f, &cfg)
			return v.run(ctx, out, f, &cfg, args[1:])
		}
	}
	if len(args) > 0 && strings.Trim(args[0], "-") != "help" && args[0] != "-h" {
		return fmt.Errorf("lading %s does not know %q; see lading %s --help", command, args[0], command)
	}
	_, _ = fmt.Fprintf(out, "usage: lading %s VERB [flags]   (each takes --help)\n\n%s\n\n", command, about)
	for _, v := range list {
		first, _, _ := strings.Cut(v.about, "\n")
		_, _ = fmt.Fprintf(out, "  %-8s %s\n", v.name, first)
	}
	return flag.ErrHelp
}

const aboutOrg = `Makes and keeps organisations. Beside a running server the commands are done by it; it is found by the data folder (LADING_DATA), so run
them on its machine and as its user. Where no server runs, they open the data themselves. Each may be repeated.`

func orgCommand(ctx context.Context, out io.Writer, args []string) error {
	return verbs(ctx, out, "org", aboutOrg, orgVerbs, args)
}

var orgVerbs = []verb{
	{"create", "Makes an organisation, and with --admin its administrator.\nAn organisation of the same code and name is left as it is. LADING_PASSWORD sets the administrator's password; without it a link to choose one is printed.", orgCreate},
	{"list", "Lists the organisations.", orgList},
	{"suspend", "Has an organisation be read and not written.\nIts users read the reason; devices keep their work and send it after lading org resume. Nothing leaves it: mails and prints wait.", orgNamed("org suspend", true, "why")},
	{"resume", "Ends a suspension.", orgNamed("org resume", false)},
	{"export", "Writes an organisation to one file: an SQLite database with its files in it.\nAny SQLite opens it, and lading org import takes it into another server. To move, suspend it first, so that nothing is missing in the file.", orgExport},
	{"import", "Takes an exported organisation into service.\nIts devices are told that they face another life of the data, and offer what it does not have.", orgImport},
	{"delete", "Deletes an organisation for good: its database, its replica, its files, its users.\nExport it first. --confirm repeats its code.", orgNamed("org delete", true, "confirm")},
}

// orgNamed is a action on an organisation with at most one further word.
func orgNamed(name string, required bool, more ...string) func(context.Context, io.Writer, *flag.FlagSet, *Config, []string) error {
	meaning := map[string]string{"why": "the reason that users read; required", "confirm": "the organisation's code once more; required"}
	return func(ctx context.Context, out io.Writer, f *flag.FlagSet, cfg *Config, args []string) error {
		d := action{name, map[string]string{}}
		org := f.String("org", "", "its code or id; required")
		extra := map[string]*string{}
		for _, m := range more {
			extra[m] = f.String(m, "", meaning[m])
		}
		if err := parse(f, args); err != nil {
			return err
		}
		if d.Args["org"] = *org; *org == "" {
			return needs(f, "org")
		}
		for m, v := range extra {
			if d.Args[m] = strings.TrimSpace(*v); required && d.Args[m] == "" {
				return needs(f, m)
			}
		}
		return perform(ctx, out, cfg.reach(), d, nil, "")
	}
}

func needs(f *flag.FlagSet, name string) error {
	return fmt.Errorf("%s needs --%s; see --help", f.Name(), name)
}

func orgCreate(ctx context.Context, out io.Writer, f *flag.FlagSet, cfg *Config, args []string) error {
	d := action{"org create", map[string]string{}}
	take := words(f, d.Args)
	for _, w := range [][3]string{{"code", "", "client code: two to twenty capitals and digits; required"}, {"name", "", "name; required"}, {"zone", "America/New_York", "IANA time zone"}, {"units", "us", "us or metric"},
		{"language", "en", "en, es or fr"}, {"primary", "", "brand colour as #rrggbb; dark enough to bear white text"}, {"secondary", "", "second brand colour as #rrggbb"},
		{"admin", "", "e-mail address and user name of its administrator"}, {"first", "", "the administrator's first name"}, {"last", "", "last name"}} {
		take(w[0], w[1], w[2])
	}
	if err := parse(f, args); err != nil {
		return err
	}
	for _, w := range []string{"code", "name"} {
		if f.Lookup(w).Value.String() == "" {
			return needs(f, w)
		}
	}
	fill(f, d.Args)
	d.Args["password"] = os.Getenv("LADING_PASSWORD")
	return perform(ctx, out, cfg.reach(), d, nil, "")
}

// words declares flags that fill has the arguments of a action take.
func words(f *flag.FlagSet, args map[string]string) func(name, otherwise, meaning string) {
	return func(name, otherwise, meaning string) {
		args[name] = otherwise
		f.String(name, otherwise, meaning)
	}
}

func fill(f *flag.FlagSet, args map[string]string) {
	for name := range args {
		args[name] = f.Lookup(name).Value.String()
	}
}

func doOrgCreate(ctx context.Context, a *App, args map[string]string, _ io.Reader) (result, error) {
	o := founding.Organisation{Code: args["code"], Name: args["name"], Zone: args["zone"], Units: args["units"], Language: args["language"], Primary: args["primary"], Secondary: args["secondary"]}
	bad := o.Check()
	if o.Units != "us" && o.Units != "metric" {
		bad = append(bad, fail.Of("Units", "field-not-offered"))
	}
	if o.Language != "en" && o.Language != "es" && o.Language != "fr" {
		bad = append(bad, fail.Of("Language", "field-not-offered"))
	}
	if len(bad) > 0 {
		return result{}, fail.Invalid(bad...)
	}
	known, err := a.Access.FindOrg(ctx, o.Code)
	var text string
	switch {
	case err == nil && known.Name != o.Name:
		return result{}, fmt.Errorf("code %s is organisation %q (id %s); choose another code", known.Code, known.Name, known.ID)
	case err == nil:
		text = fmt.Sprintf("organisation %s is there already (id %s)", known.Code, known.ID)
	case fail.CodeOf(err) == "organisation-unknown":
		id, err := a.Access.Found(ctx, o, nil)
		if err != nil {
			return result{}, err
		}
		text = fmt.Sprintf("organisation %s made (id %s)", o.Code, id)
	default:
		return result{}, err
	}
	if args["admin"] == "" {
		return result{Text: text}, nil
	}
	r, err := doUserAdd(ctx, a, map[string]string{"org": o.Code, "login": args["admin"], "group": "admin", "first": args["first"], "last": args["last"], "password": args["password"]}, nil)
	return result{Text: text + "\n" + r.Text}, err
}

func orgList(ctx context.Context, out io.Writer, f *flag.FlagSet, cfg *Config, args []string) error {
	if err := parse(f, args); err != nil {
		return err
	}
	return perform(ctx, out, cfg.reach(), action{Name: "org list"}, nil, "")
}

func doOrgList(ctx context.Context, a *App, _ map[string]string, _ io.Reader) (result, error) {
	list, err := a.Access.ListOrgs(ctx)
	if err != nil {
		return result{}, err
	}
	if len(list) == 0 {
		return result{Text: "no organisation yet; lading setup prints a link with which the first is made"}, nil
	}
	var b bytes.Buffer
	w := tabwriter.NewWriter(&b, 0, 4, 2, ' ', 0)
	_, _ = fmt.Fprintln(w, "CODE\tNAME\tUSERS\tSTATE\tID")
	for _, o := range list {
		users, state := "?", "active"
		db, err := a.Store.Org(ctx, o.ID)
		if err == nil {
			err = db.Read(ctx, store.System(), func(ctx context.Context, tx *store.Tx) error {
				n, err := access.Users(ctx, tx)
				if err != nil {
					return err
				}
				users = fmt.Sprint(n)
				s, err := a.Org.Get(ctx, tx)
				if !s.SuspendedAt.IsZero() {
					state = fmt.Sprintf("suspended since %s: %s", s.SuspendedAt.UTC().Format(time.RFC3339), s.SuspendedWhy)
				}
				return err
			})
		}
		if err != nil {
			state = "cannot be opened: " + err.Error()
		}
		_, _ = fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%s\n", o.Code, o.Name, users, state, o.ID)
	}
	err = w.Flush()
	return result{Text: b.String()}, err
}

// onOrg runs a command of the program's own on an organisation.
func (a *App) onOrg(ctx context.Context, idOrCode string, do func(ctx context.Context, tx *store.Tx, o access.Org) error) (access.Org, *store.DB, error) {
	o, err := a.Access.FindOrg(ctx, idOrCode)
	if err != nil {
		return o, nil, err
	}
	db, err := a.Store.Org(ctx, o.ID)
	if err != nil {
		return o, nil, err
	}
	_, err = db.Write(ctx, store.Command{Name: "operator", By: store.System(), Do: func(ctx context.Context, tx *store.Tx) error { return do(ctx, tx, o) }})
	return o, db, err
}

func doOrgSuspend(ctx context.Context, a *App, args map[string]string, _ io.Reader) (result, error) {
	o, _, err := a.onOrg(ctx, args["org"], func(ctx context.Context, tx *store.Tx, _ access.Org) error {
		return a.Org.Suspend(ctx, tx, args["why"])
	})
	return result{Text: fmt.Sprintf("organisation %s is suspended: %s", o.Code, args["why"])}, err
}

func doOrgResume(ctx context.Context, a *App, args map[string]string, _ io.Reader) (result, error) {
	o, _, err := a.onOrg(ctx, args["org"], func(ctx context.Context, tx *store.Tx, _ access.Org) error { return a.Org.Resume(ctx, tx) })
	return result{Text: fmt.Sprintf("organisation %s works", o.Code)}, err
}

func doOrgDelete(ctx context.Context, a *App, args map[string]string, _ io.Reader) (result, error) {
	o, err := a.Access.FindOrg(ctx, args["org"])
	if fail.CodeOf(err) == "organisation-unknown" {
		gone, derr := a.Access.DeletedOrgs(ctx)
		for _, d := range gone {
			if d.ID == args["org"] || strings.EqualFold(d.Code, args["org"]) {
				err := a.finishDelete(ctx, d)
				return result{Text: fmt.Sprintf("organisation %s was deleted at %s", d.Code, d.DeletedAt.UTC().Format(time.RFC3339))}, err
			}
		}
		return result{}, errors.Join(err, derr)
	}
	if err != nil {
		return result{}, err
	}
	if !strings.EqualFold(args["confirm"], o.Code) {
		return result{}, fmt.Errorf("organisation %s (%s) is deleted for good with --confirm %s", o.Code, o.Name, o.Code)
	}
	if err := a.Access.ForgetOrg(ctx, o); err != nil {
		return result{}, err
	}
	return result{Text: fmt.Sprintf("organisation %s is deleted", o.Code)}, a.finishDelete(ctx, access.Deleted{ID: o.ID, Code: o.Code})
}

// finishDelete deletes what is left of a deleted organisation.
func (a *App) finishDelete(ctx context.Context, d access.Deleted) error {
	if !d.DoneAt.IsZero() {
		return nil
	}
	if err := a.Store.Drop(ctx, d.ID); err != nil {
		return err
	}
	if err := a.Blobs.DropAll(ctx, d.ID); err != nil {
		return err
	}
	return a.Access.ForgetDone(ctx, d.ID)
}

func orgExport(ctx context.Context, out io.Writer, f *flag.FlagSet, cfg *Config, args []string) error {
	org := f.String("org", "", "its code or id; required")
	to := f.String("to", "", "the file to write; required")
	if err := parse(f, args); err != nil {
		return err
	}
	switch {
	case *org == "":
		return needs(f, "org")
	case *to == "":
		return needs(f, "to")
	}
	if _, err := os.Stat(*to); err == nil {
		return fmt.Errorf("%s is there already; an export overwrites nothing", *to)
	}
	return perform(ctx, out, cfg.reach(), action{"org export", map[string]string{"org": *org}}, nil, *to)
}

func orgImport(ctx context.Context, out io.Writer, f *flag.FlagSet, cfg *Config, args []string) error {
	from := f.String("from", "", "the file that lading org export wrote; required")
	code := f.String("code", "", "another code for it, where its own is taken here")
	if err := parse(f, args); err != nil {
		return err
	}
	if *from == "" {
		return needs(f, "from")
	}
	in, err := os.Open(*from)
	if err != nil {
		return err
	}
	defer func() { _ = in.Close() }()
	return perform(ctx, out, cfg.reach(), action{"org import", map[string]string{"code": strings.ToUpper(*code), "file": filepath.Base(*from)}}, in, "")
}

// isOrg tells whether a database is an organisation's that was made whole.
func (a *App) isOrg(ctx context.Context, id string) (bool, error) {
	db, err := a.Store.Org(ctx, id)
	if err != nil {
		return false, err
	}
	err = db.Read(ctx, store.System(), func(ctx context.Context, tx *store.Tx) error {
		_, err := a.Org.Get(ctx, tx)
		return err
	})
	if fail.CodeOf(err) == "organisation-not-set-up" {
		return false, nil
	}
	return err == nil, err
}

// firstPages are where a user begins: the first that the group opens.
var firstPages = []page.ID{page.OpenOrders, page.ESignBOL, page.ShipmentHistory}
