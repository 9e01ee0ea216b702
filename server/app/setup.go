package app

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"strings"
	"time"
)

const aboutSetup = `Prints a link and a code with which the first organisation of a server and its administrator are made, in a browser.
Both are good once and for an hour; a code that was printed before is good for nothing any more. A server without any organisation prints them when it
starts, too. Further organisations: lading org create.`

func setup(ctx context.Context, out io.Writer, args []string) error {
	var cfg Config
	f := flags(out, "setup", aboutSetup)
	places(f, &cfg)
	reached(f, &cfg)
	if err := parse(f, args); err != nil {
		return err
	}
	return perform(ctx, out, cfg.reach(), action{Name: "setup"}, nil, "")
}

func doSetup(ctx context.Context, a *App, _ map[string]string, _ io.Reader) (result, error) {
	code, until, err := a.Access.OfferSetup(ctx)
	if err != nil {
		return result{}, err
	}
	return result{Text: a.setupText(code, until)}, nil
}

// setupLink is where the first organisation is made. What stands behind the # reaches no server's log.
func (a *App) setupLink(code string) string { return a.address() + "/setup#" + code }

func (a *App) address() string { return strings.TrimSuffix(a.Config.PublicURL, "/") }

func (a *App) setupText(code string, until time.Time) string {
	return fmt.Sprintf("Make the first organisation and its administrator, once and until %s:\n  link  %s\n  code  %s", until.Local().Format("15:04 MST"), a.setupLink(code), code)
}

// invite offers the set-up of a server that has no organisation, neither here nor in its replica.
func (a *App) invite(ctx context.Context, out io.Writer) error {
	known, err := a.Store.Known(ctx)
	if err != nil {
		return fmt.Errorf("look for organisations: %w", err) // those that cannot be seen now may be there
	}
	if orgs, err := a.Access.Orgs(ctx); err != nil || len(orgs) > 0 {
		return err
	}
	for _, id := range known {
		if whole, err := a.isOrg(ctx, id); err != nil || whole {
			return errors.Join(err, fmt.Errorf("organisation %s is there and is not in the index; see the log", id))
		}
	}
	code, until, err := a.Access.OfferSetup(ctx)
	if err != nil {
		return err
	}
	slog.Warn("this server has no organisation yet", "link", a.setupLink(code), "code", code, "until", until)
	_, err = fmt.Fprintln(out, "This server has no organisation yet.\n"+a.setupText(code, until)+"\nA new code: lading setup")
	return err
}
