package app

import (
	"context"
	"flag"
	"fmt"
	"io"
	"net/mail"
	"os"
	"slices"
	"strings"

	"lading/server/access"
	"lading/server/kit/fail"
	"lading/server/store"
)

const aboutUser = `Adds users and helps those who cannot come in, beside a running server or without one, as lading org does. Each may be repeated.`

func userCommand(ctx context.Context, out io.Writer, args []string) error {
	return verbs(ctx, out, "user", aboutUser, userVerbs, args)
}

var userVerbs = []verb{
	{"add", "Adds a user to an organisation.\nLADING_PASSWORD sets the password; without it a link to choose one is printed, good once and for 72 hours.", userAdd},
	{"reset", "Takes a user's password away and prints a link to choose another.\nThe user is signed out everywhere. Work that devices hold is kept.", userReset},
	{"disable", "Withdraws a user's access.\nThe last administrator of an organisation stays.", userNamed("user disable")},
	{"enable", "Gives a disabled user access again.", userNamed("user enable")},
}

func userNamed(name string) func(context.Context, io.Writer, *flag.FlagSet, *Config, []string) error {
	return func(ctx context.Context, out io.Writer, f *flag.FlagSet, cfg *Config, args []string) error {
		login := f.String("login", "", "user name; required")
		if err := parse(f, args); err != nil {
			return err
		}
		if *login == "" {
			return needs(f, "login")
		}
		return perform(ctx, out, cfg.reach(), action{name, map[string]string{"login": *login}}, nil, "")
	}
}

func userReset(ctx context.Context, out io.Writer, f *flag.FlagSet, cfg *Config, args []string) error {
	login := f.String("login", "", "user name; required")
	factor := f.Bool("second-factor", false, "also takes the second factor away, of who has lost the phone and the recovery codes")
	if err := parse(f, args); err != nil {
		return err
	}
	if *login == "" {
		return needs(f, "login")
	}
	d := action{"user reset", map[string]string{"login": *login}}
	if *factor {
		d.Args["second-factor"] = "true"
	}
	return perform(ctx, out, cfg.reach(), d, nil, "")
}

func userAdd(ctx context.Context, out io.Writer, f *flag.FlagSet, cfg *Config, args []string) error {
	d := action{"user add", map[string]string{}}
	take := words(f, d.Args)
	for _, w := range [][3]string{{"org", "", "the organisation's code or id; required"}, {"login", "", "user name, as a rule the e-mail address; required"}, {"group", "office", "group: admin, office, dock, audit or one of its own"},
		{"first", "", "first name"}, {"last", "", "last name"}, {"email", "", "e-mail address, where the user name is none"}, {"warehouses", "", "codes of the warehouses that the user sees, by comma; all without it"}} {
		take(w[0], w[1], w[2])
	}
	if err := parse(f, args); err != nil {
		return err
	}
	fill(f, d.Args)
	for _, w := range []string{"org", "login"} {
		if d.Args[w] == "" {
			return needs(f, w)
		}
	}
	d.Args["password"] = os.Getenv("LADING_PASSWORD")
	return perform(ctx, out, cfg.reach(), d, nil, "")
}

func doUserAdd(ctx context.Context, a *App, args map[string]string, _ io.Reader) (result, error) {
	o, err := a.Access.FindOrg(ctx, args["org"])
	if err != nil {
		return result{}, err
	}
	login := args["login"]
	switch org, _, err := a.Access.Whereabouts(ctx, login); {
	case err == nil && org == o.ID:
		return result{Text: fmt.Sprintf("user %s is in %s already; lading user reset gives a link to choose a password", login, o.Code)}, nil
	case err == nil:
		return result{}, fail.Conflict("login-taken", "login", login)
	case fail.CodeOf(err) != "login-unknown":
		return result{}, err
	}
	if strings.ContainsAny(login, " \t\r\n") || len(login) < 3 {
		return result{}, fmt.Errorf("%q is no user name: three characters or more, and no space", login)
	}
	u := access.NewUser{Login: login, First: args["first"], Last: args["last"], Email: args["email"], Group: args["group"], Hash: access.NoPassword(), ProfileDue: true}
	if u.First == "" {
		u.First, _, _ = strings.Cut(login, "@")
	}
	if u.Email == "" {
		u.Email = login
	}
	if _, err := mail.ParseAddress(u.Email); err != nil {
		return result{}, fmt.Errorf("%s is no e-mail address; name one with --email", u.Email)
	}
	u.Warehouses = strings.FieldsFunc(args["warehouses"], func(r rune) bool { return r == ',' || r == ' ' })
	if args["password"] != "" {
		if u.Hash, err = a.Access.NewHash(ctx, args["password"], u.Login, u.First, u.Last); err != nil {
			return result{}, err
		}
	}
	var token string
	if _, _, err := a.onOrg(ctx, o.ID, func(ctx context.Context, tx *store.Tx, o access.Org) error {
		if u.Language, err = a.Org.Language(ctx, tx); err != nil {
			return err
		}
		known, err := a.Warehouse.Warehouses(ctx, tx)
		if err != nil {
			return err
		}
		for _, w := range u.Warehouses {
			if !slices.Contains(known, w) {
				return fail.NotFound("warehouse-unknown", "warehouse", w)
			}
		}
		open, err := a.Access.GroupPages(ctx, tx, access.GroupPagesReq{GroupID: u.Group})
		if err != nil {
			return err
		}
		for _, p := range firstPages {
			if slices.Contains(open.Groups[0].Pages, p) {
				u.DefaultPage = int(p)
				break
			}
		}
		id, err := a.Access.CreateUser(ctx, tx, u)
		if err != nil || args["password"] != "" {
			return err
		}
		l, err := a.Access.OfferPassword(ctx, tx, id)
		token = a.Access.LinkToken(tx.Org, l.ID)
		return err
	}); err != nil {
		return result{}, err
	}
	text := fmt.Sprintf("user %s added to %s (%s)", login, o.Code, args["group"])
	if token != "" {
		text += a.passwordText(token)
	}
	return result{Text: text}, nil
}

// passwordText is what an operator hands on to a user.
func (a *App) passwordText(token string) string {
	return "\nLink to choose a password, once and within 72 hours:\n  " + a.address() + "/welcome#" + token
}

// onUser runs a command of the program's own on a user's organisation.
func (a *App) onUser(ctx context.Context, login string, do func(ctx context.Context, tx *store.Tx, user string) error) error {
	org, user, err := a.Access.Whereabouts(ctx, login)
	if err != nil {
		return err
	}
	_, _, err = a.onOrg(ctx, org, func(ctx context.Context, tx *store.Tx, _ access.Org) error { return do(ctx, tx, user) })
	return err
}

func doUserReset(ctx context.Context, a *App, args map[string]string, _ io.Reader) (result, error) {
	var token string
	without := "no password"
	err := a.onUser(ctx, args["login"], func(ctx context.Context, tx *store.Tx, user string) (err error) {
		if args["second-factor"] != "" {
			without = "neither a password nor a second factor"
			if err := a.Access.ForgetFactor(ctx, tx, user); err != nil && fail.CodeOf(err) != "second-factor-off" { // it may be repeated
				return err
			}
		}
		token, _, err = a.Access.Reset(ctx, tx, user)
		return err
	})
	return result{Text: fmt.Sprintf("user %s is signed out everywhere and has %s", args["login"], without) + a.passwordText(token)}, err
}

func doUserDisable(ctx context.Context, a *App, args map[string]string, _ io.Reader) (result, error) {
	return a.switchUser(ctx, args["login"], true)
}

func doUserEnable(ctx context.Context, a *App, args map[string]string, _ io.Reader) (result, error) {
	return a.switchUser(ctx, args["login"], false)
}

func (a *App) switchUser(ctx context.Context, login string, off bool) (result, error) {
	err := a.onUser(ctx, login, func(ctx context.Context, tx *store.Tx, user string) error {
		_, err := a.Access.Manage(ctx, tx, access.ManageReq{Actions: access.WithdrawUser, UserID: user, Disabled: &off})
		return err
	})
	what := map[bool]string{true: "is disabled", false: "is enabled"}[off]
	return result{Text: fmt.Sprintf("user %s %s", login, what)}, err
}
