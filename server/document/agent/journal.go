package agent

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"time"

	"lading/server/document"
	"lading/server/kit/localfile"

	"github.com/goccy/go-json"
)

// The steps of a print. Begun is written before the first byte goes out: after a stop, what is begun and not done may be on paper.
const (
	taken  = "taken"
	begun  = "begun"
	handed = "handed" // the printer's own queue has it, under Ref
	done   = "done"
)

const remember = 60 * 24 * time.Hour // a tablet may come back after weeks with a print that was printed here

// entry is where a print stands.
type entry struct {
	Key     string              `json:"key"` // print/attempt
	Step    string              `json:"step"`
	Printer string              `json:"printer,omitempty"`
	Name    string              `json:"name,omitempty"`
	Type    string              `json:"type,omitempty"`
	Copies  int                 `json:"copies,omitempty"`
	Digest  string              `json:"digest,omitempty"`
	Spool   string              `json:"spool,omitempty"`
	Ref     string              `json:"ref,omitempty"`
	Result  *document.ReportReq `json:"result,omitempty"`
	Told    bool                `json:"told,omitempty"`
	At      time.Time           `json:"at"`
	n       int
}

func keyOf(print string, attempt int) string { return print + "/" + strconv.Itoa(attempt) }

func split(key string) (print string, attempt int) {
	print, n, _ := strings.Cut(key, "/")
	attempt, _ = strconv.Atoi(n) // written by keyOf
	return print, attempt
}

// journal is the agent's memory: one line a step, on disk before the step is taken.
type journal struct {
	mu    sync.Mutex
	name  string
	file  *os.File
	known map[string]entry
	count int
}

func openJournal(name string) (*journal, error) {
	j := &journal{name: name, known: map[string]entry{}}
	b, err := os.ReadFile(name)
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		return nil, err
	}
	lines := bufio.NewScanner(bytes.NewReader(b))
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		var e entry
		if err := json.Unmarshal(lines.Bytes(), &e); err != nil {
			continue // the last line of a computer that lost its power; the step it names was not taken
		}
		j.count++
		e.n = j.count
		if was, ok := j.known[e.Key]; ok {
			e.n = was.n
		}
		j.known[e.Key] = e
	}
	if err := lines.Err(); err != nil {
		return nil, fmt.Errorf("read %s: %w", name, err)
	}
	return j, j.compact()
}

// compact writes the journal anew with the last line of each print that is not forgotten.
func (j *journal) compact() error {
	var out bytes.Buffer
	for key, e := range j.known {
		if e.Step == done && e.Told && time.Since(e.At) > remember {
			delete(j.known, key)
		}
	}
	for _, e := range j.inOrder() {
		b, err := json.Marshal(e)
		if err != nil {
			return err
		}
		out.Write(append(b, '\n'))
	}
	if err := writeWhole(j.name, out.Bytes()); err != nil {
		return err
	}
	f, err := os.OpenFile(j.name, os.O_APPEND|os.O_WRONLY, 0o600)
	j.file = f
	return err
}

// writeWhole writes a file so that it is there whole or as it was.
func writeWhole(name string, b []byte) error {
	tmp, err := os.CreateTemp(filepath.Dir(name), ".new-*")
	if err != nil {
		return err
	}
	_, err = tmp.Write(b)
	if err = errors.Join(err, tmp.Sync(), tmp.Close()); err == nil {
		err = localfile.Rename(tmp.Name(), name)
	}
	if err != nil {
		return errors.Join(err, os.Remove(tmp.Name()))
	}
	if d, err := os.Open(filepath.Dir(name)); err == nil { // the name, too, must outlive a power cut
		_ = d.Sync() // not every system can
		_ = d.Close()
	}
	return nil
}

func (j *journal) inOrder() []entry {
	out := make([]entry, 0, len(j.known))
	for _, e := range j.known {
		out = append(out, e)
	}
	for i := 1; i < len(out); i++ { // few, and nearly sorted
		for k := i; k > 0 && out[k].n < out[k-1].n; k-- {
			out[k], out[k-1] = out[k-1], out[k]
		}
	}
	return out
}

func (j *journal) write(e entry) error {
	e.At = time.Now().UTC()
	b, err := json.Marshal(e)
	if err != nil {
		return err
	}
	if _, err := j.file.Write(append(b, '\n')); err != nil {
		return fmt.Errorf("write %s: %w", j.name, err)
	}
	if err := j.file.Sync(); err != nil {
		return fmt.Errorf("write %s: %w", j.name, err)
	}
	if was, ok := j.known[e.Key]; ok {
		e.n = was.n
	} else {
		j.count++
		e.n = j.count
	}
	j.known[e.Key] = e
	return nil
}

func (j *journal) find(key string) (entry, bool) {
	j.mu.Lock()
	defer j.mu.Unlock()
	e, ok := j.known[key]
	return e, ok
}

// take keeps a print's bytes and notes it. One that is known already is not fresh.
func (j *journal) take(key, printer string, s document.Sheet, dir string) (e entry, fresh bool, err error) {
	j.mu.Lock()
	defer j.mu.Unlock()
	if e, ok := j.known[key]; ok {
		return e, false, nil
	}
	sum := sha256.Sum256(s.Body)
	name := sha256.Sum256([]byte(key))
	e = entry{Key: key, Step: taken, Printer: printer, Name: s.Name, Type: s.Type, Copies: max(1, s.Copies), Digest: hex.EncodeToString(sum[:]), Spool: hex.EncodeToString(name[:16])}
	if err := writeWhole(filepath.Join(dir, "spool", e.Spool), s.Body); err != nil {
		return e, false, err
	}
	return e, true, j.write(e)
}

// step notes how far a print is, before it is.
func (j *journal) step(e entry, to, ref string) (entry, error) {
	j.mu.Lock()
	defer j.mu.Unlock()
	e.Step, e.Ref = to, ref
	return e, j.write(e)
}

// finish notes a result and lets the bytes go.
func (j *journal) finish(e entry, r document.ReportReq, dir string) error {
	j.mu.Lock()
	defer j.mu.Unlock()
	spool := e.Spool
	err := j.write(entry{Key: e.Key, Step: done, Printer: e.Printer, Name: e.Name, Digest: e.Digest, Result: &r})
	if spool != "" && err == nil {
		err = os.Remove(filepath.Join(dir, "spool", spool))
		if errors.Is(err, os.ErrNotExist) {
			err = nil
		}
	}
	return err
}

// open lists the prints that are not over, in their order.
func (j *journal) open() (out []entry) {
	j.mu.Lock()
	defer j.mu.Unlock()
	for _, e := range j.inOrder() {
		if e.Step != done {
			out = append(out, e)
		}
	}
	return out
}

// results lists what the server has not been told.
func (j *journal) results() (out []document.ReportReq) {
	j.mu.Lock()
	defer j.mu.Unlock()
	for _, e := range j.inOrder() {
		if e.Step == done && !e.Told && e.Result != nil {
			out = append(out, *e.Result)
		}
	}
	return out
}

func (j *journal) tell(key string) error   { return j.mark(key, true) }
func (j *journal) untold(key string) error { return j.mark(key, false) }

func (j *journal) mark(key string, told bool) error {
	j.mu.Lock()
	defer j.mu.Unlock()
	e, ok := j.known[key]
	if !ok || e.Told == told {
		return nil
	}
	e.Told = told
	return j.write(e)
}

func (j *journal) close() error { return j.file.Close() }
