package app

import (
	"context"
	"errors"
	"fmt"
	"time"

	lhttp "lading/server/http"
	"lading/server/job"
	"lading/server/org"
	"lading/server/store"
)

const (
	lagWarns        = 30 * time.Second
	diskLow         = 10      // percent free, and less than diskRoom: said
	diskFull        = 1       // percent free, and less than diskLast: not ready, writes will fail any moment
	diskRoom        = 4 << 30 // a tenth of a large disk is no want
	diskLast        = 256 << 20
	certificateEnds = 14 * 24 * time.Hour // by then it should have been renewed twice
	queueLong       = 500                 // writers that wait, over all organisations
)

var errReplaced = errors.New("another server has taken over the replica; this one writes no more")

var errDisk = errors.New("the data folder's disk is full or does not confirm writes")

// ready is an error where requests would fail, and warnings of what a person should look at. Neither names an organisation or a place: anybody may ask.
func (a *App) ready(ctx context.Context) (lhttp.Readiness, error) {
	said, err := a.judge(ctx)
	return lhttp.Readiness{Warnings: said, Unreplicated: a.Store.Health().Lag}, err
}

func (a *App) judge(ctx context.Context) ([]string, error) {
	var said []string
	for _, w := range a.warnings() {
		text := w.Code
		for k, v := range w.Params {
			text += fmt.Sprintf(" %s=%v", k, v)
		}
		said = append(said, text)
	}
	if dead := a.Jobs.Dead(); dead > 0 {
		said = append(said, fmt.Sprintf("jobs-dead n=%d", dead))
	}
	h := a.Store.Health()
	if n := len(h.Disabled); n > 0 {
		said = append(said, fmt.Sprintf("organisations-disabled n=%d", n))
	}
	if h.Queue > queueLong {
		said = append(said, fmt.Sprintf("writers-wait n=%d", h.Queue))
	}
	if h.Replaced != "" {
		return append(said, "server-replaced"), errReplaced
	}
	if h.Refusing > 0 || scarce(h, diskFull, diskLast) {
		return said, errDisk
	}
	ctx, cancel := context.WithTimeout(ctx, 5*time.Second)
	defer cancel()
	return said, a.Store.System.Read(ctx, store.System(), func(ctx context.Context, tx *store.Tx) error {
		var v int64
		return tx.QueryRowContext(ctx, `SELECT version FROM store_version WHERE id = 1`).Scan(&v)
	})
}

func scarce(h store.Health, percent, bytes uint64) bool {
	return h.DiskSize > 0 && h.DiskFree < bytes && h.DiskFree*100 < h.DiskSize*percent
}

// warnings are what concerns every organisation.
func (a *App) warnings() []org.Warning {
	h := a.Store.Health()
	list := []org.Warning{}
	switch {
	case h.Replaced != "": // everybody is told, with the rows
	case h.ReplicaOff:
		list = append(list, org.Warning{Code: "replica-off"})
	case h.Trouble != "":
		list = append(list, org.Warning{Code: "replica-unreached", Params: map[string]any{"seconds": int(h.Lag.Seconds())}})
	case h.Lag > lagWarns:
		list = append(list, org.Warning{Code: "replica-behind", Params: map[string]any{"seconds": int(h.Lag.Seconds())}})
	}
	if h.Unfenced {
		list = append(list, org.Warning{Code: "replica-unfenced"})
	}
	if a.keeper != nil {
		left := time.Until(a.keeper.Ends())
		switch {
		case a.keeper.Ends().IsZero():
			list = append(list, org.Warning{Code: "certificate-missing", Params: map[string]any{"name": a.Config.Certificate.Domain}})
		case a.keeper.Trouble() != "" && left >= certificateEnds:
			list = append(list, org.Warning{Code: "certificate-trouble"})
		case left < certificateEnds:
			list = append(list, org.Warning{Code: "certificate-ends", Params: map[string]any{"days": max(0, int(left.Hours()/24))}})
		}
	}
	address, socket := a.proxy.Withheld()
	if address != "" {
		list = append(list, org.Warning{Code: "proxy-withholds-address", Params: map[string]any{"proxy": address}})
	}
	if socket != "" {
		list = append(list, org.Warning{Code: "proxy-withholds-upgrade", Params: map[string]any{"proxy": socket}})
	}
	if scarce(h, diskLow, diskRoom) {
		list = append(list, org.Warning{Code: "disk-low", Params: map[string]any{"percent": h.DiskFree * 100 / h.DiskSize}})
	}
	return list
}

// watch tells an organisation's administrators what they should know: what concerns all, and what of their own stands still.
type watch struct{ app *App }

func (w watch) Warnings(ctx context.Context, tx *store.Tx) ([]org.Warning, error) {
	list := w.app.warnings()
	dead, err := job.Dead(ctx, tx)
	if err == nil && dead > 0 {
		list = append(list, org.Warning{Code: "jobs-dead", Params: map[string]any{"n": dead}})
	}
	if err == nil && w.app.prover.Replicated() {
		last, good, perr := w.app.Org.LastProof(ctx, tx)
		switch {
		case perr != nil:
			return list, perr
		case !last.At.IsZero() && !last.Good:
			list = append(list, org.Warning{Code: last.Code})
		case !good.IsZero() && tx.Now.Sub(good) > proofLate:
			list = append(list, org.Warning{Code: "backup-unproved", Params: map[string]any{"days": int(tx.Now.Sub(good).Hours() / 24)}})
		}
	}
	return list, err
}
