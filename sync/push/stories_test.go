package push_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"lading/server/kit/fail"
	"lading/server/op"
	"lading/server/store"
	"lading/sync/push"

	"github.com/goccy/go-json"
	"github.com/oklog/ulid/v2"
)

// story is what happens one after the other, and what must come of it. sync/client/stories.test.ts tells the same to the server of the client's tests.
type story struct {
	Story string `json:"story"`
	Steps []step `json:"steps"`
}

// step is one thing that happens: a push, a pull of one page, or what somebody else does meanwhile.
type step struct {
	Push    []string          `json:"push"`
	Under   string            `json:"under"`   // the identity whose session pushes; else the one whose work it is
	Trouble []string          `json:"trouble"` // names that meet a fault from here on
	Lost    []string          `json:"lost"`    // names that lose the whole transaction from here on
	Epoch   string            `json:"epoch"`
	Times   int               `json:"times"`
	Results string            `json:"results"` // applied, rejected, parked, to be sent again: arpt
	Codes   []string          `json:"codes"`
	Settled *int64            `json:"settled"`
	Tray    []int64           `json:"tray"`
	Error   string            `json:"error"`
	Params  map[string]any    `json:"params"`
	Sites   map[string]string `json:"sites"`

	pulled
	Enrol    string   `json:"enrol"`    // a device of that name
	Inherits string   `json:"inherits"` // its former one
	Office   []string `json:"office"`   // one command: "site name", and "site -" takes it away
	Settle   string   `json:"settle"`   // a supervisor deals with "device seq"
	Sees     []string `json:"sees"`     // from here on, the warehouses that Ada may see
	Disable  string   `json:"disable"`  // a person, whose access is withdrawn
	Sweep    bool     `json:"sweep"`    // three months later
	Backup   bool     `json:"backup"`
	Restore  bool     `json:"restore"` // to the backup, as a life of its own
}

// teller makes the mutations of a story. A line is "device seq site name", "device seq discard seq" or "device seq unsent site", and then, if need be,
// "replaces seq", "replaces device seq", "by person", "as device seq" (the same action under another number) or "forged". The same line is the same mutation each time.
type teller struct {
	w       *world
	devices map[string]*tablet
	sent    map[string]json.RawMessage
	actions map[string]string // their ids, by device and seq
	shelves map[string]*held  // what devices have pulled
	copied  string            // the file of the backup
}

func (s *teller) device(name string) *tablet {
	if s.devices[name] == nil {
		s.devices[name] = s.w.tablet()
	}
	return s.devices[name]
}

func (s *teller) mutation(line string) json.RawMessage {
	if s.sent[line] != nil {
		return s.sent[line]
	}
	words := strings.Fields(line)
	number := func(word string) int64 {
		n, err := strconv.ParseInt(word, 10, 64)
		if err != nil {
			s.w.t.Fatalf("%s: %v", line, err)
		}
		return n
	}
	after := func(word string) []string {
		if i := slices.Index(words, word); i >= 0 {
			return words[i+1:]
		}
		return nil
	}
	d := *s.device(words[0])
	d.seq = number(words[1]) - 1
	user := "ada"
	if by := after("by"); by != nil {
		user = by[0]
	}
	if slices.Contains(words, "forged") {
		d.key = s.device("forger").key
	}
	name := words[0] + words[1]
	if as := after("as"); as != nil {
		name = as[0] + as[1]
	}
	if s.actions[name] == "" {
		s.actions[name] = ulid.Make().String()
	}
	d.doing = s.actions[name]
	var replaces *int64
	if of := after("replaces"); of != nil {
		if len(of) > 1 {
			d.of, of = s.device(of[0]).id, of[1:]
		}
		n := number(of[0])
		replaces = &n
	}
	switch words[2] {
	case "discard":
		s.sent[line] = d.mutation("Sync/Discard", user, map[string]int64{"Seq": number(words[3])}, replaces)
	case "unsent":
		d.subjects = []string{"site:" + words[3]}
		s.sent[line] = d.mutation(push.Unsent, user, map[string]any{"Op": "Yard/Put", "Size": 2000}, replaces)
	default:
		s.sent[line] = d.mutation("Yard/Put", user, map[string]string{"Id": words[2], "Name": words[3]}, replaces)
	}
	return s.sent[line]
}

func (s *teller) push(step step) {
	t := s.w.t
	if step.Trouble != nil || step.Lost != nil {
		clear(s.w.yard.trouble)
	}
	for _, name := range step.Trouble {
		s.w.yard.trouble[name] = errors.New("the handler broke")
	}
	for _, name := range step.Lost {
		s.w.yard.trouble[name] = errRollback
	}
	d := s.device(strings.Fields(step.Push[0])[0])
	by := d
	if step.Under != "" {
		by = s.device(step.Under)
	}
	list := make([]json.RawMessage, 0, len(step.Push))
	for _, line := range step.Push {
		list = append(list, s.mutation(line))
	}
	for range max(1, step.Times) {
		r, err := s.w.area.Push(context.Background(), &op.Call{Org: "1", By: store.Actor{Device: by.id}}, push.Req{Device: d.id, Epoch: step.Epoch, Mutations: list})
		s.refused(step, err)
		var results string
		var codes []string
		for _, x := range resultsOf(r) {
			mark := string(x.Status[0])
			if x.Status == push.Retry {
				mark = "t"
			}
			results, codes = results+mark, append(codes, x.Code)
		}
		switch {
		case step.Results != "" && results != step.Results:
			t.Fatalf("%v: %s, not %s", step.Push, results, step.Results)
		case step.Codes != nil && !slices.Equal(codes, step.Codes):
			t.Fatalf("%v: %v, not %v", step.Push, codes, step.Codes)
		case step.Settled != nil && r.Settled != *step.Settled:
			t.Fatalf("%v: settled %d, not %d", step.Push, r.Settled, *step.Settled)
		case step.Tray != nil && !slices.Equal(r.Tray, step.Tray):
			t.Fatalf("%v: tray %v, not %v", step.Push, r.Tray, step.Tray)
		}
		for id, name := range step.Sites {
			if got := s.w.name(id); got != name {
				t.Fatalf("%v: %s is %q, not %q", step.Push, id, got, name)
			}
		}
	}
}

// refused compares an answer with the refusal that a step names.
func (s *teller) refused(step step, err error) {
	t := s.w.t
	t.Helper()
	if f, _ := fail.As(err); f != nil || step.Error != "" {
		if f == nil || f.Code != step.Error {
			t.Fatalf("%v%s: %v, not %s", step.Push, step.Pull, err, step.Error)
		}
		for k, v := range step.Params {
			if fmt.Sprint(f.Params[k]) != fmt.Sprint(v) {
				t.Fatalf("%v: %v", step.Push, f.Params)
			}
		}
	} else if err != nil {
		t.Fatal(err)
	}
}

// The client's tests talk to a server in memory; the same stories hold the two together.
func TestPush_Stories(t *testing.T) { tell(t, "push-stories.json") }

func TestPull_Stories(t *testing.T) { tell(t, "pull-stories.json") }

func tell(t *testing.T, file string) {
	text, err := os.ReadFile("../testdata/" + file)
	if err != nil {
		t.Fatal(err)
	}
	var stories []story
	if err := json.Unmarshal(text, &stories); err != nil || len(stories) == 0 {
		t.Fatal(len(stories), err)
	}
	for _, story := range stories {
		t.Run(story.Story, func(t *testing.T) {
			s := &teller{w: newWorld(t), devices: map[string]*tablet{}, sent: map[string]json.RawMessage{}, actions: map[string]string{}, shelves: map[string]*held{}}
			for _, step := range story.Steps {
				switch {
				case step.Push != nil:
					s.push(step)
				case step.Pull != "":
					s.pull(step)
				default:
					s.meanwhile(step)
				}
			}
		})
	}
}

func resultsOf(r *push.Resp) []push.Result {
	if r == nil {
		return nil
	}
	return r.Results
}
