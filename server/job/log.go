package job

import (
	"context"
	"time"

	"lading/server/store"

	"github.com/goccy/go-json"
	"github.com/oklog/ulid/v2"
)

// Entry is a job as people see it: what it was to do, how far it came, and why it failed.
type Entry struct {
	ID       string     `json:"id" db:"id"`
	Kind     string     `json:"kind" db:"kind"`
	Key      string     `json:"key" db:"key"`
	State    State      `json:"state" db:"state"`
	Attempts int        `json:"attempts" db:"attempts"` // those that failed
	Error    string     `json:"error" db:"last_error"`  // of the last one that failed
	At       store.Time `json:"at" db:"created_at"`
	DueAt    store.Time `json:"dueAt" db:"due_at"`
	DoneAt   store.Time `json:"doneAt" db:"done_at"`
}

// State is how far a job has come.
type State string

// Values are all there are.
func (State) Values() []string { return []string{"waiting", "done", "dead"} }

const entryColumns = `id, kind, key, state, attempts, last_error, created_at, due_at, done_at`

const (
	mostEntries  = 1000
	longestEntry = 14 * 24 * time.Hour // that is looked back at; what waits for a person is there however old it is
)

// Log lists the jobs of the last two weeks, newest first, and below them all older ones that were given up. Of some kinds, which are without end, it has those alone that were given up.
func Log(ctx context.Context, tx *store.Tx, unlogged ...string) ([]Entry, error) {
	since := ulid.ULID{}
	if err := since.SetTime(ulid.Timestamp(tx.Now.Add(-longestEntry))); err != nil {
		return nil, err
	}
	left, err := json.Marshal(append([]string{}, unlogged...))
	if err != nil {
		return nil, err
	}
	list, err := store.Select[Entry](ctx, tx, `SELECT `+entryColumns+` FROM job WHERE id >= ? AND (state = 'dead' OR kind NOT IN (SELECT value FROM json_each(?))) ORDER BY id DESC LIMIT ?`, since.String(), string(left), mostEntries)
	if err != nil {
		return nil, err
	}
	first := since.String()
	if len(list) == mostEntries {
		first = list[len(list)-1].ID
	}
	dead, err := store.Select[Entry](ctx, tx, `SELECT `+entryColumns+` FROM job WHERE state = 'dead' AND id < ? ORDER BY id DESC LIMIT ?`, first, mostEntries)
	list = append(list, dead...)
	for i := range list {
		list[i].Kind = handled(list[i].Kind)
	}
	return list, err
}

// Find is a job by its id.
func Find(ctx context.Context, tx *store.Tx, id string) (Entry, bool, error) {
	e, ok, err := store.Get[Entry](ctx, tx, `SELECT `+entryColumns+` FROM job WHERE id = ?`, id)
	e.Kind = handled(e.Kind)
	return e, ok, err
}
