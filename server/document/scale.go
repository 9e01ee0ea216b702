package document

import (
	"context"
	"time"

	"lading/server/kit/fail"
	"lading/server/kit/freight"
	"lading/server/op"
	"lading/server/store"

	"github.com/oklog/ulid/v2"
)

// weigh is somebody who waits for a scale.
type weigh struct {
	name   string
	asked  bool
	answer chan Weight
}

// Weight is what a scale shows.
type Weight struct {
	Weight freight.Measure `json:"weight"`
	Stable bool            `json:"stable"`
	Code   string          `json:"code,omitempty"` // what a person must see to
}

const weighFor = 8 * time.Second

// weighing names the question that a print computer has not been asked yet.
func (b *bell) weighing(org, agent string) string {
	b.mu.Lock()
	defer b.mu.Unlock()
	w := b.weighs[org+"/"+agent]
	if w == nil || w.asked {
		return ""
	}
	w.asked = true
	return w.name
}

// WeighReq names the warehouse whose scale is read; who works in a single one need not.
type WeighReq struct {
	Warehouse string `json:"Warehouse" validate:"max=20"`
}

// Weigh reads the scale of the person's print computer.
func (a *Area) Weigh(ctx context.Context, c *op.Call, req WeighReq) (Weight, error) {
	var g Agent
	if err := a.read(ctx, c, func(ctx context.Context, tx *store.Tx) error {
		all, err := store.Select[Agent](ctx, tx, `SELECT * FROM document_agent WHERE scale = 1 AND removed_at IS NULL AND (?1 = '' OR warehouse = ?1) ORDER BY seen_at DESC`, req.Warehouse)
		for _, one := range all {
			if g.ID == "" && tx.By.SeesWarehouse(one.Warehouse) {
				g = one
			}
		}
		return err
	}); err != nil {
		return Weight{}, err
	}
	if g.ID == "" {
		return Weight{}, fail.Conflict("no-scale")
	}
	key := c.Org + "/" + g.ID
	w := &weigh{name: ulid.Make().String(), answer: make(chan Weight, 1)}
	a.bell.mu.Lock()
	if a.bell.weighs == nil {
		a.bell.weighs = map[string]*weigh{}
	}
	if busy := a.bell.weighs[key]; busy != nil {
		a.bell.mu.Unlock()
		return Weight{}, fail.Conflict("scale-in-use")
	}
	a.bell.weighs[key] = w
	a.bell.mu.Unlock()
	defer func() {
		a.bell.mu.Lock()
		delete(a.bell.weighs, key)
		a.bell.mu.Unlock()
	}()
	a.bell.ring(c.Org)
	wait, cancel := context.WithTimeout(ctx, weighFor)
	defer cancel()
	select {
	case got := <-w.answer:
		if got.Code != "" {
			return got, fail.Conflict(got.Code)
		}
		return got, nil
	case <-wait.Done():
		return Weight{}, fail.Conflict("agent-silent", "name", g.Name)
	}
}

// WeighedReq is a print computer's answer.
type WeighedReq struct {
	Name string `json:"Name" validate:"required,max=40"`
	Weight
}

// Weighed hands a scale's answer to whoever waits for it.
func (a *Area) Weighed(ctx context.Context, c *op.Call, req WeighedReq) (op.None, error) {
	g, _, err := a.enter(ctx, c)
	if err != nil {
		return op.None{}, err
	}
	a.bell.mu.Lock()
	defer a.bell.mu.Unlock()
	if w := a.bell.weighs[c.Org+"/"+g.ID]; w != nil && w.name == req.Name {
		select {
		case w.answer <- req.Weight:
		default: // answered already
		}
	}
	return op.None{}, nil
}
