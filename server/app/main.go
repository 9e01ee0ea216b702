package app

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"runtime/debug"

	lhttp "lading/server/http"
)

// command is one thing that the program can be asked to do.
type command struct {
	name, about string
	run         func(ctx context.Context, out io.Writer, args []string) error
}

// commands of the program, in the order of its help.
var commands = []command{
	{"serve", "start the server", serve},
	{"setup", "print a link with which the first organisation is made", setup},
	{"org", "create, list, suspend, resume, export, import and delete organisations", orgCommand},
	{"user", "add, reset, disable and enable users", userCommand},
	{"restore", "copy databases and files out of the replica, as they are or were at a time, into an empty folder", restore},
	{"health", "ask the server on a data folder whether it can answer", health},
	{"unshared", "export what a server that was replaced holds alone, and push it to the new one", unshared},
	{"migrate", "bring all organisations to this program's schema, and report", migrate},
	{"demo", "load the two demo organisations into an empty data folder", loadDemo},
	{"service", "run the server as a service of this system: install, start, stop, status, uninstall", serviceCommand},
	{"printer", "run on a dock's computer: print what the server and the tablets ask for", printer},
	{"verify", "check chains, databases and files, and name the first broken place", verify},
	{"gen", "write the TypeScript side of the calls, tables, pages and messages", generate},
	{"licenses", "print the licenses and notices of all that the program is made of", printLicenses},
	{"version", "print the version", printVersion},
}

// released is the version and the day of a release, which puts it here by -ldflags -X.
var released string

// Version is the release, or the revision that the program was built from.
func Version() string {
	if released != "" {
		return released
	}
	if info, ok := debug.ReadBuildInfo(); ok {
		for _, s := range info.Settings {
			if s.Key == "vcs.revision" && len(s.Value) >= 12 {
				return s.Value[:12]
			}
		}
	}
	return "dev"
}

func printVersion(_ context.Context, out io.Writer, args []string) error {
	f := flags(out, "version", "Prints the release and its day, or the revision that the program was built from.")
	if err := f.Parse(args); err != nil {
		return err
	}
	_, err := fmt.Fprintln(out, Version())
	return err
}

func printLicenses(_ context.Context, out io.Writer, args []string) error {
	f := flags(out, "licenses", "Prints what others made of the program, under which licenses, and their notices.")
	if err := parse(f, args); err != nil {
		return err
	}
	text := lhttp.Notices()
	if text == nil {
		return errors.New("this program was built without its notices: go tool task build makes one that has them")
	}
	_, err := out.Write(text)
	return err
}

// Main runs a command of the program.
func Main(ctx context.Context, args []string) error { return run(ctx, os.Stdout, args) }

func run(ctx context.Context, out io.Writer, args []string) error {
	if len(args) == 0 || args[0] == "--help" || args[0] == "-h" || args[0] == "help" {
		_, _ = fmt.Fprintln(out, "usage: lading serve | setup | org | user | restore | health | unshared | migrate | demo | service | printer | verify | licenses | version   (each takes --help)")
		for _, c := range commands {
			_, _ = fmt.Fprintf(out, "  %-8s %s\n", c.name, c.about)
		}
		return nil
	}
	if len(args) > 1 && args[0] == "service" && args[1] == "do" {
		inner, err := inService(out, args[2:])
		if errors.Is(err, flag.ErrHelp) {
			return nil
		}
		if err != nil {
			return err
		}
		args = inner
	}
	for _, c := range commands {
		if c.name == args[0] {
			if err := c.run(ctx, out, args[1:]); !errors.Is(err, flag.ErrHelp) {
				return err
			}
			return nil
		}
	}
	return fmt.Errorf("unknown command %q; see lading --help", args[0])
}

// flags begins a command's flags; --help prints what the command does and what each flag means.
func flags(out io.Writer, name, about string) *flag.FlagSet {
	f := flag.NewFlagSet("lading "+name, flag.ContinueOnError)
	f.SetOutput(out)
	f.Usage = func() {
		_, _ = fmt.Fprintf(f.Output(), "usage: lading %s [flags]\n\n%s\n\n", name, about)
		f.PrintDefaults()
	}
	return f
}
