package app

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"time"

	"lading/server/kit/vault"
	"lading/server/op"
	"lading/server/store"
	"lading/sync/device"

	"github.com/goccy/go-json"
)

const aboutUnshared = `When another server has taken over the replica, the one before may hold commands that the replica never got.

  lading unshared export --data DIR --secret-file FILE --to work.json
  LADING_PASSWORD=… lading unshared push --file work.json --url https://tms.example.com --user admin@example.com

export reads the databases of the data folder, and the copies that a restart on the new server's life has set aside. push signs in as an
administrator of each organisation and sends the commands through the push of a device: they are judged anew, under the name and the
rights of who asked for them. What the new server has is skipped, and pushing twice does nothing twice. What is refused lies under Needs attention.
Work of tablets and phones is not in the file: they keep it until a replica has it, and offer it to the new server by themselves.`

// unsharedFile is what export writes: for each organisation what only a server with the same secret can read.
type unsharedFile struct {
	Format int           `json:"format"`
	From   string        `json:"from"`
	Sets   []unsharedSet `json:"sets"`
}

type unsharedSet struct {
	Org    string `json:"org"`
	Epoch  string `json:"epoch"`
	Calls  int    `json:"calls"`
	Locked []byte `json:"locked"`
}

func unshared(ctx context.Context, out io.Writer, args []string) error {
	if len(args) > 0 && args[0] == "export" {
		return exportUnshared(ctx, out, args[1:])
	}
	if len(args) > 0 && args[0] == "push" {
		return pushUnshared(ctx, out, args[1:])
	}
	flags(out, "unshared export|push", aboutUnshared).Usage()
	if len(args) > 0 && strings.Trim(args[0], "-") != "help" && args[0] != "-h" {
		return fmt.Errorf("lading unshared takes export or push, not %q", args[0])
	}
	return flag.ErrHelp
}

func exportUnshared(ctx context.Context, out io.Writer, args []string) error {
	var to string
	f := flags(out, "unshared export", aboutUnshared)
	data := f.String("data", env("LADING_DATA", "./data"), "data folder of the server that was replaced (LADING_DATA)")
	secretFile := f.String("secret-file", env("LADING_SECRET_FILE", "./lading.secret"), "its secret file (LADING_SECRET_FILE)")
	f.StringVar(&to, "to", "", "the file to write; required")
	if err := parse(f, args); err != nil {
		return err
	}
	if to == "" {
		return errors.New("unshared export needs a file: --to <file>")
	}
	secret, found, err := readSecret(*secretFile)
	if err == nil && !found {
		err = fmt.Errorf("there is no secret file %s", *secretFile)
	}
	if err != nil {
		return err
	}
	v, err := vault.New(secret)
	if err != nil {
		return err
	}
	names, err := filepath.Glob(filepath.Join(*data, "org", "*.db*"))
	if err != nil {
		return err
	}
	host, _ := os.Hostname()
	file := unsharedFile{Format: 1, From: host, Sets: []unsharedSet{}}
	for _, name := range names {
		org, rest, _ := strings.Cut(filepath.Base(name), ".db")
		if rest != "" && (!strings.HasPrefix(rest, ".aside-") || strings.HasSuffix(rest, "-wal") || strings.HasSuffix(rest, "-shm")) {
			continue
		}
		var list []op.Unshared
		var epoch string
		if err := store.Look(ctx, name, func(ctx context.Context, tx *store.Tx) (err error) {
			epoch = tx.Epoch()
			list, err = op.ReadUnshared(ctx, tx)
			return err
		}); err != nil {
			_, _ = fmt.Fprintf(out, "%s: cannot be read: %v\n", filepath.Base(name), err)
			continue
		}
		if len(list) == 0 {
			continue
		}
		carried, byHand, err := device.Carry(secret, v, org, epoch, host, list)
		if err != nil {
			return fmt.Errorf("organisation %s: %w", org, err)
		}
		body, err := json.Marshal(carried)
		if err != nil {
			return err
		}
		file.Sets = append(file.Sets, unsharedSet{Org: org, Epoch: epoch, Calls: len(list) - len(byHand), Locked: v.Lock(op.UnsharedPlace(org), body)})
		_, _ = fmt.Fprintf(out, "organisation %s (%s): %d commands that the replica may not hold\n", org, filepath.Base(name), len(list)-len(byHand))
		for _, u := range byHand {
			_, _ = fmt.Fprintf(out, "  to be done by hand: %s, by user %s at %s\n", u.Op, u.User, u.At.Time.UTC().Format(time.RFC3339))
		}
	}
	body, err := json.MarshalIndent(file, "", "  ")
	if err != nil {
		return err
	}
	return os.WriteFile(to, body, 0o600)
}

func pushUnshared(ctx context.Context, out io.Writer, args []string) error {
	var name, url, user, only string
	f := flags(out, "unshared push", aboutUnshared)
	f.StringVar(&name, "file", "", "what export wrote; required")
	f.StringVar(&url, "url", env("LADING_URL", ""), "the new server, such as https://tms.example.com (LADING_URL)")
	f.StringVar(&user, "user", "", "an administrator of the organisation; the password comes from LADING_PASSWORD")
	f.StringVar(&only, "org", "", "only the organisation with this id; needed where the file has several, since an administrator has one")
	if err := parse(f, args); err != nil {
		return err
	}
	if name == "" || url == "" || user == "" {
		return errors.New("unshared push needs --file, --url and --user")
	}
	body, err := os.ReadFile(name)
	if err != nil {
		return err
	}
	var file unsharedFile
	if err := json.Unmarshal(body, &file); err != nil || file.Format != 1 {
		return fmt.Errorf("%s was not written by lading unshared export", name)
	}
	sets := file.Sets[:0]
	orgs := map[string]bool{}
	for _, set := range file.Sets {
		if only == "" || set.Org == only {
			sets = append(sets, set)
			orgs[set.Org] = true
		}
	}
	if len(orgs) > 1 {
		return errors.New("the file has several organisations: name one with --org, and an administrator of it with --user")
	}
	var signedIn struct {
		Result struct {
			AccessToken string `json:"accessToken"`
		} `json:"result"`
	}
	if err := ask(ctx, url+"/api/token", "", map[string]string{"grantType": "password", "userName": user, "password": os.Getenv("LADING_PASSWORD")}, &signedIn); err != nil {
		return fmt.Errorf("sign in as %s: %w", user, err)
	}
	for _, set := range sets {
		var r device.UnsharedResp
		if err := ask(ctx, url+"/api/sync/unshared", signedIn.Result.AccessToken, device.UnsharedReq{Locked: set.Locked}, &r); err != nil {
			return fmt.Errorf("organisation %s: %w", set.Org, err)
		}
		_, _ = fmt.Fprintf(out, "organisation %s: %d commands applied, %d were there, %d refused and laid under Needs attention, %d to be pushed again\n", set.Org, r.Applied, r.Known, r.Refused, r.Deferred)
	}
	return nil
}

// ask makes a call of another server.
func ask(ctx context.Context, url, token string, req, resp any) error {
	body, err := json.Marshal(req)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, 2*time.Minute)
	defer cancel()
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, url, bytes.NewReader(body))
	if err != nil {
		return err
	}
	r.Header.Set("Content-Type", "application/json")
	if token != "" {
		r.Header.Set("Authorization", "Bearer "+token)
	}
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		return err
	}
	defer func() { _ = answer.Body.Close() }()
	text, err := io.ReadAll(io.LimitReader(answer.Body, 1<<20))
	if err != nil {
		return err
	}
	if answer.StatusCode >= 300 {
		var p struct{ Detail string }
		_ = json.Unmarshal(text, &p)
		return fmt.Errorf("%s: %s", answer.Status, p.Detail)
	}
	return json.Unmarshal(text, resp)
}
