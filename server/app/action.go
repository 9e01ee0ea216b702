package app

import (
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"time"

	"lading/server/kit/fail"
	"lading/server/kit/message"

	"github.com/goccy/go-json"
)

// action is what an operator asks on the command line. A server that runs on the data folder does it, behind its door; otherwise the command's own process.
type action struct {
	Name string
	Args map[string]string
}

// result is what a action came to: a text for the operator, and for an export the file to hand over, which is deleted afterwards.
type result struct {
	Text string
	File string
}

// actions by name; each is idempotent, and refuses with a sentence.
var actions = map[string]func(ctx context.Context, a *App, args map[string]string, in io.Reader) (result, error){
	"health":     doHealth,
	"setup":      doSetup,
	"org create": doOrgCreate, "org list": doOrgList, "org suspend": doOrgSuspend, "org resume": doOrgResume,
	"org export": doOrgExport, "org import": doOrgImport, "org delete": doOrgDelete,
	"user add": doUserAdd, "user reset": doUserReset, "user disable": doUserDisable, "user enable": doUserEnable,
}

// do carries a action out in this process. A refusal comes as the sentence that people read.
func (a *App) do(ctx context.Context, d action, in io.Reader) (result, error) {
	f, ok := actions[d.Name]
	if !ok {
		return result{}, fmt.Errorf("this server does not know %q: it is of another version than the command", d.Name)
	}
	r, err := f(ctx, a, d.Args, in)
	if refused, ok := fail.As(err); ok {
		text := message.Text("en", refused.Code, refused.Params)
		for _, e := range refused.Fields {
			text += "\n  " + e.Field + ": " + message.Text("en", e.Code, e.Params)
		}
		err = errors.New(text)
	}
	return r, err
}

// aloneWaits is how long a command waits for the lease on the replica: longer than a killed server's lasts.
const aloneWaits = 20 * time.Second

// perform has a action done by the server that runs on the data folder, or else here. What an export gives goes to the file to; text goes out.
func perform(ctx context.Context, out io.Writer, cfg Config, d action, in *os.File, to string) error {
	text, err := "", error(nil)
	if at, there := findDoor(cfg.Data); there {
		text, err = at.ask(ctx, d, in, to)
	} else {
		text, err = alone(ctx, cfg, d, in, to)
	}
	if text != "" {
		_, _ = fmt.Fprintln(out, strings.TrimRight(text, "\n"))
	}
	return err
}

// alone opens the databases for one action.
func alone(ctx context.Context, cfg Config, d action, in io.Reader, to string) (text string, err error) {
	if d.Name != "setup" && d.Name != "org create" && d.Name != "org import" && !strings.HasPrefix(cfg.Replica, "s3://") {
		_, data := os.Stat(filepath.Join(cfg.Data, "system.db"))
		_, replica := os.Stat(filepath.Join(cfg.Replica, "system"))
		if data != nil && replica != nil {
			return "", fmt.Errorf("there is no server's data in %s and no replica of it in %s; see LADING_DATA and LADING_REPLICA", cfg.Data, cfg.Replica)
		}
	}
	cfg.Wait = aloneWaits
	a, err := New(ctx, cfg)
	if err != nil {
		return "", fmt.Errorf("%w.\nNo server answers on this data folder (%s). Where one runs, run the command as its user and with its LADING_DATA; or stop it first", err, filepath.Join(cfg.Data, doorFile))
	}
	defer func() {
		closing, cancel := context.WithTimeout(context.WithoutCancel(ctx), 2*time.Minute) // the replica shall have it, too
		defer cancel()
		err = errors.Join(err, a.Close(closing))
	}()
	r, err := a.do(ctx, d, in)
	if err != nil || r.File == "" {
		return r.Text, err
	}
	from, err := os.Open(r.File)
	if err != nil {
		return "", err
	}
	defer func() { _ = from.Close(); _ = os.RemoveAll(filepath.Dir(r.File)) }()
	return r.Text, writeNew(to, from)
}

// writeNew writes a file that was not there before, whole or not at all.
func writeNew(name string, from io.Reader) error {
	part := name + ".part"
	f, err := os.OpenFile(part, os.O_CREATE|os.O_TRUNC|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	_, err = io.Copy(f, from)
	if err = errors.Join(err, f.Sync(), f.Close()); err == nil {
		err = os.Link(part, name) // unlike a rename, it never takes another file's place
	}
	return errors.Join(err, os.Remove(part))
}

// doorFile lies in the data folder while a server runs on it and says where its door is. Whoever may read the folder may use it.
const doorFile = "door.json"

// door is where a running server takes actions: an address of this machine alone, and a secret that is in the data folder alone.
type door struct {
	Address string `json:"address"`
	Key     string `json:"key"`
}

const (
	actionHeader = "X-Lading-Action"
	textHeader   = "X-Lading-Text"
)

// findDoor reads where the door is, and knocks.
func findDoor(data string) (d door, ok bool) {
	body, err := os.ReadFile(filepath.Join(data, doorFile))
	if err != nil || json.Unmarshal(body, &d) != nil {
		return d, false
	}
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
	defer cancel()
	resp, err := d.send(ctx, action{}, nil)
	if err != nil {
		return d, false
	}
	return d, resp.Body.Close() == nil && resp.StatusCode == http.StatusNoContent
}

func (d door) send(ctx context.Context, what action, in *os.File) (*http.Response, error) {
	asked, err := json.Marshal(what)
	if err != nil {
		return nil, err
	}
	var body io.Reader
	if in != nil {
		body = in
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, "http://"+d.Address+"/", body)
	if err != nil {
		return nil, err
	}
	req.Header.Set("Authorization", "Bearer "+d.Key)
	req.Header.Set(actionHeader, base64.StdEncoding.EncodeToString(asked))
	return (&http.Client{Transport: &http.Transport{Proxy: nil}}).Do(req)
}

// ask has the running server do it.
func (d door) ask(ctx context.Context, what action, in *os.File, to string) (string, error) {
	resp, err := d.send(ctx, what, in)
	if err != nil {
		return "", fmt.Errorf("the server on this data folder ended meanwhile: %w", err)
	}
	defer func() { _ = resp.Body.Close() }()
	if resp.StatusCode != http.StatusOK {
		said, err := io.ReadAll(io.LimitReader(resp.Body, 1<<20))
		return "", errors.Join(errors.New(string(said)), err)
	}
	text, err := base64.StdEncoding.DecodeString(resp.Header.Get(textHeader))
	if err != nil || to == "" {
		return string(text), err
	}
	return string(text), writeNew(to, resp.Body)
}
