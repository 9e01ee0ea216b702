package app

import (
	"bytes"
	"context"
	_ "embed"
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"os"
	"os/user"
	"path/filepath"
	"regexp"
	"runtime"
	"strconv"
	"strings"
	"text/template"
	"time"

	"github.com/joho/godotenv"
	"github.com/kardianos/service"
)

// settingsFile is what the service reads its settings from, in its folder: lines of LADING_…=value.
const settingsFile = "lading.env"

// stopLimit is how long a service that is asked to end may take to answer what it has begun and to bring the replica up to date.
const stopLimit = 50 * time.Second

//go:embed lading.service.tmpl
var unitText string

var unit = template.Must(template.New("unit").Parse(unitText))

// installed is how the server stands on a machine as a service.
type installed struct {
	Folder  string // where it keeps data, replica, secret and settings
	Account string // who it runs as; only where the system takes a name without a password
	Program string // absolute path
	Stop    int    // seconds that it may take to end
}

func serviceCommand(ctx context.Context, out io.Writer, args []string) error {
	about := `Runs the server as a service of this system: systemd, launchd or Windows' own. It begins with the machine, begins again after a failure, and
ends only when requests are answered and the replica has everything.

  lading service install     make the service, with its folder and a file of settings in it
  lading service start       start it
  lading service status      tell whether it runs
  lading service stop        end it
  lading service uninstall   end it and take the service away; the folder stays
  lading service prepare     make the folder and the file of settings alone
  lading service unit        print the systemd unit that install makes
  lading service run         what the service runs: serve, with the folder's settings

  lading service do COMMAND  run another command in the folder, with its settings and as its account: sudo lading service do setup`
	if len(args) == 0 || args[0] == "--help" || args[0] == "-h" {
		_, _ = fmt.Fprintln(out, about)
		return nil
	}
	action, rest := args[0], args[1:]
	here := installed{Stop: int(stopLimit.Seconds())}
	f := flags(out, "service "+action, about)
	f.StringVar(&here.Folder, "folder", serviceFolder(), "where the service keeps data, replica, secret and settings")
	if runtime.GOOS != "windows" {
		f.StringVar(&here.Account, "account", "lading", "who the service runs as")
	}
	if action == "unit" {
		f.StringVar(&here.Program, "program", "", "path of the program; this one if empty")
	}
	if err := parse(f, rest); err != nil {
		return err
	}
	if err := here.find(); err != nil {
		return err
	}
	switch action {
	case "unit":
		return unit.Execute(out, here)
	case "prepare":
		if err := here.prepare(); err != nil {
			return here.refused(action, err)
		}
		return nil
	case "run":
		return here.run(ctx, out)
	case "install", "start", "stop", "status", "uninstall":
		return here.control(out, action)
	}
	return fmt.Errorf("unknown action %q; see lading service --help", action)
}

// inService goes where the service keeps its things, takes its settings, and returns the command that is to run there.
func inService(out io.Writer, args []string) ([]string, error) {
	f := flags(out, "service do", "Runs another command in the service's folder, with its settings and as its account, which must be able to write what a --to names: lading service do [--folder FOLDER] setup")
	folder := f.String("folder", serviceFolder(), "where the service keeps data, replica, secret and settings")
	if err := f.Parse(args); err != nil {
		return nil, err
	}
	if f.NArg() == 0 || f.Arg(0) == "service" {
		return nil, errors.New("service do: say which command, such as setup; see lading --help")
	}
	err := become(*folder)
	if err == nil {
		err = os.Chdir(*folder)
	}
	if errors.Is(err, fs.ErrPermission) {
		return nil, fmt.Errorf("the service's folder is for its account and root alone (sudo lading service do %s): %w", strings.Join(f.Args(), " "), err)
	}
	if err != nil {
		return nil, fmt.Errorf("the service's folder: %w", err)
	}
	return f.Args(), loadSettings(".")
}

func serviceFolder() string {
	switch runtime.GOOS {
	case "windows":
		return filepath.Join(env("ProgramData", `C:\ProgramData`), "Lading")
	case "darwin":
		return "/Library/Application Support/Lading"
	}
	return "/var/lib/lading"
}

func (i *installed) find() (err error) {
	if i.Folder, err = filepath.Abs(i.Folder); err != nil {
		return err
	}
	if i.Program != "" {
		return nil
	}
	if i.Program, err = os.Executable(); err != nil {
		return err
	}
	i.Program, err = filepath.EvalSymlinks(i.Program)
	return err
}

// control has the system do something with the service.
func (i *installed) control(out io.Writer, action string) error {
	s, err := i.service(&program{})
	if err != nil {
		return fmt.Errorf("this system has no services that are known here (systemd, launchd, Windows): run lading serve by what it has: %w", err)
	}
	state, err := s.Status()
	there := err == nil
	if err != nil && !errors.Is(err, service.ErrNotInstalled) && action != "install" {
		return i.refused(action, err)
	}
	switch {
	case action == "install" && there:
		return errors.New("the service is there already: lading service uninstall takes it away, its folder stays")
	case action != "install" && action != "status" && !there:
		return errors.New("there is no such service: lading service install makes it")
	}
	switch action {
	case "status":
		name, known := map[service.Status]string{service.StatusRunning: "runs", service.StatusStopped: "is stopped"}[state]
		if !there {
			name, known = "is not installed", true
		}
		if !known {
			name = "does not tell whether it runs"
		}
		_, err = fmt.Fprintf(out, "the service %s; its folder is %s\n", name, i.Folder)
		return err
	case "install":
		if err := safe(i.Program); err != nil {
			return err
		}
		if err := i.prepare(); err != nil {
			return i.refused(action, err)
		}
		err = s.Install()
	case "uninstall":
		if state == service.StatusRunning {
			err = s.Stop()
		}
		if err == nil {
			err = s.Uninstall()
		}
	default:
		err = service.Control(s, action)
	}
	if err != nil {
		return i.refused(action, err)
	}
	_, err = fmt.Fprintf(out, map[string]string{
		"install":   "installed; the settings are in %s, and lading service start starts it\n",
		"start":     "started; its settings are in %s\n",
		"stop":      "stopped; its settings are in %s\n",
		"uninstall": "taken away; its folder stays, with the settings in %s\n",
	}[action], filepath.Join(i.Folder, settingsFile))
	return err
}

// refused says what to do where the system refuses for want of rights.
func (i *installed) refused(action string, err error) error {
	if runtime.GOOS == "windows" {
		return fmt.Errorf("%s: an administrator's prompt is needed, unless this says otherwise: %w", action, err)
	}
	if os.Geteuid() != 0 {
		return fmt.Errorf("%s: root's rights are needed (sudo lading service %s): %w", action, action, err)
	}
	return fmt.Errorf("%s: %w", action, err)
}

// prepare makes the folder and its settings, for the account alone. What is there stays.
func (i *installed) prepare() error {
	uid, gid := -1, -1
	if i.Account != "" {
		who, err := user.Lookup(i.Account)
		if err != nil {
			return fmt.Errorf("there is no account %s: useradd --system --home-dir %s %s makes it, or --account names another: %w", i.Account, i.Folder, i.Account, err)
		}
		if uid, err = strconv.Atoi(who.Uid); err != nil {
			return err
		}
		if gid, err = strconv.Atoi(who.Gid); err != nil {
			return err
		}
	}
	if err := os.MkdirAll(i.Folder, 0o700); err != nil {
		return err
	}
	made, err := os.OpenFile(filepath.Join(i.Folder, settingsFile), os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if errors.Is(err, os.ErrExist) {
		return nil // with its folder: whose both are was said when they were made, and the account may have put anything there since
	}
	if err != nil {
		return err
	}
	_, err = made.Write(settingsHelp())
	if uid >= 0 {
		err = errors.Join(err, made.Chown(uid, gid), os.Lchown(i.Folder, uid, gid))
	}
	return errors.Join(err, made.Close())
}

// loadSettings takes the settings of a service's folder, if it has any; what the environment says goes before them. Only what is the program's own is
// taken: another variable would reach whatever is started after it.
func loadSettings(folder string) error {
	set, err := godotenv.Read(filepath.Join(folder, settingsFile))
	if errors.Is(err, os.ErrNotExist) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("%s: %w", settingsFile, err)
	}
	for name, value := range set {
		if !settable.MatchString(name) {
			return fmt.Errorf("%s: %s is no setting of Lading; its names begin with LADING_ or AWS_", settingsFile, name)
		}
		if _, said := os.LookupEnv(name); said {
			continue
		}
		if err := os.Setenv(name, value); err != nil {
			return fmt.Errorf("%s: %s: %w", settingsFile, name, err)
		}
	}
	return nil
}

// settable are the names that a file of settings may have: ours, and those by which an S3 replica is signed in to.
var settable = regexp.MustCompile(`^(?:LADING|AWS)_[A-Z0-9_]+$`)

var named = regexp.MustCompile(`LADING_[A-Z_]+[A-Z]`)

// settingsHelp is a file of settings in which each is named and none is set.
func settingsHelp() []byte {
	var b bytes.Buffer
	_, _ = fmt.Fprintln(&b, "# Settings of the service: NAME=value, one a line. It reads them when it starts. A value with a $ or a # stands in single quotes.")
	f, _, err := serveFlags(io.Discard)
	if err != nil {
		return b.Bytes()
	}
	f.VisitAll(func(one *flag.Flag) {
		names := named.FindAllString(one.Usage, -1)
		if len(names) == 0 {
			return // for once, not for every start
		}
		_, _ = fmt.Fprintf(&b, "\n# %s\n", one.Usage)
		for _, name := range names {
			_, _ = fmt.Fprintf(&b, "#%s=\n", name)
		}
	})
	return b.Bytes()
}

func (i *installed) service(p *program) (service.Service, error) {
	var text bytes.Buffer
	if err := unit.Execute(&text, i); err != nil {
		return nil, err
	}
	return service.New(p, &service.Config{
		Name: "lading", DisplayName: "Lading", Description: "Lading, a transport management system",
		Executable: i.Program, Arguments: []string{"service", "run", "--folder", i.Folder}, WorkingDirectory: i.Folder, UserName: i.Account,
		Option: service.KeyValue{
			"SystemdScript": text.String(),
			"KeepAlive":     true, "RunAtLoad": true, // launchd
			"OnFailure": "restart", "OnFailureDelayDuration": "5s", // Windows
		},
	})
}

// run is the server as a service: in its folder, with the settings that are there.
func (i *installed) run(ctx context.Context, out io.Writer) error {
	if err := os.Chdir(i.Folder); err != nil {
		return err
	}
	if err := loadSettings("."); err != nil {
		return err
	}
	p := &program{ctx: ctx, out: out, ended: make(chan error, 1), exit: os.Exit}
	s, err := i.service(p)
	if err != nil {
		return err
	}
	if runtime.GOOS == "windows" && !service.Interactive() { // there is nowhere else where somebody would look
		if p.log, err = s.SystemLogger(nil); err != nil {
			return err
		}
	}
	return s.Run()
}

// program is the server in the hands of the system's services.
type program struct {
	ctx   context.Context
	out   io.Writer
	log   service.Logger
	stop  context.CancelFunc
	ended chan error
	exit  func(code int)
}

// Start begins to serve, and returns.
func (p *program) Start(service.Service) error {
	ctx, stop := context.WithCancel(p.ctx)
	p.stop = stop
	if p.log != nil {
		slog.SetDefault(slog.New(slog.NewTextHandler(logged{p.log}, &slog.HandlerOptions{Level: slog.LevelWarn})))
	} else {
		logHere()
	}
	go func() {
		err := serveUntil(ctx, p.out, nil)
		if ctx.Err() == nil { // nobody asked for it: the system shall start it again
			slog.Error("the server has ended", "err", err)
			p.exit(1)
		}
		p.ended <- err
	}()
	return nil
}

// Stop has the server end, and waits for it.
func (p *program) Stop(service.Service) error {
	p.stop()
	select {
	case err := <-p.ended:
		return err
	case <-time.After(stopLimit):
		return fmt.Errorf("the server has not ended within %s", stopLimit)
	}
}

// logged writes lines to where the system keeps its services' messages.
type logged struct{ to service.Logger }

func (l logged) Write(line []byte) (int, error) { return len(line), l.to.Warning(string(line)) }
