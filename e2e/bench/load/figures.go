package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"sync"
	"time"
)

// idle pulls with nothing new from several servers in turn, so that the machine's noise meets all alike.
func idle(ctx context.Context, o options) (any, error) {
	urls := strings.Split(o.url, ",")
	tablets := make([]*tablet, len(urls))
	times := make([][]float64, len(urls))
	for i, u := range urls {
		p, err := signIn(ctx, u, login(0))
		if err != nil {
			return nil, err
		}
		if tablets[i], err = newTablet(ctx, p); err != nil {
			return nil, err
		}
		if err := tablets[i].pull(ctx, false); err != nil {
			return nil, err
		}
	}
	const block = 100
	for done := 0; done < o.pulls; done += block {
		for i, t := range tablets {
			for range block {
				began := time.Now()
				if err := t.pull(ctx, false); err != nil {
					return nil, err
				}
				times[i] = append(times[i], since(began))
			}
		}
	}
	out := []any{}
	for _, ms := range times {
		out = append(out, map[string]any{"p50": quantile(ms, .5), "p99": quantile(ms, .99), "max": quantile(ms, 1)})
	}
	return out, nil
}

// arrivals are the times from just before a write to the row's standing on each listener's device, by the mark that the write carried.
type arrivals struct {
	mu sync.Mutex
	at map[string][]float64
}

func (a *arrivals) got(mark string, began time.Time) {
	ms := since(began)
	a.mu.Lock()
	a.at[mark] = append(a.at[mark], ms)
	a.mu.Unlock()
}

func (a *arrivals) count(mark string) int {
	a.mu.Lock()
	defer a.mu.Unlock()
	return len(a.at[mark])
}

// marks are the writes under way: what each carried, and when it began.
type marks struct {
	mu    sync.Mutex
	began map[string]time.Time
}

func (m *marks) set(mark string) {
	m.mu.Lock()
	m.began[mark] = time.Now()
	m.mu.Unlock()
}

func (m *marks) of(mark string) (time.Time, bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	t, ok := m.began[mark]
	return t, ok
}

// spread writes with a pause between and waits for each write to be everywhere.
func spread(devices, writes int, gap time.Duration, write func(i int, mark string) error) (*arrivals, *marks, func() (any, error)) {
	a, m := &arrivals{at: map[string][]float64{}}, &marks{began: map[string]time.Time{}}
	return a, m, func() (any, error) {
		for i := range writes {
			mark := fmt.Sprint("D", time.Now().UnixMicro())
			m.set(mark)
			if err := write(i, mark); err != nil {
				return nil, err
			}
			for end := time.Now().Add(10 * time.Second); a.count(mark) < devices && time.Now().Before(end); {
				time.Sleep(time.Millisecond)
			}
			time.Sleep(gap)
		}
		a.mu.Lock()
		defer a.mu.Unlock()
		var all, last []float64
		missing := 0
		for _, ms := range a.at {
			missing += max(0, devices-len(ms))
			all = append(all, ms...)
			last = append(last, quantile(ms, 1))
		}
		missing += devices * (writes - len(a.at))
		return map[string]any{"writes": writes, "devices": devices, "missing": missing, "p50": quantile(all, .5), "p99": quantile(all, .99), "lastP50": quantile(last, .5), "lastMax": quantile(last, 1)}, nil
	}
}

// pokes measures from just before a dock worker's call to its row's standing on every connected device of the warehouse.
func pokes(ctx context.Context, o options) (any, error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	people, err := crew(ctx, o.url, (o.devices+4)/5) // a person has five sockets at most
	if err != nil {
		return nil, err
	}
	writer := people[0]
	tablets, err := fleet(ctx, people, o.devices)
	if err != nil {
		return nil, err
	}
	a, m, measure := spread(o.devices, o.writes, 150*time.Millisecond, func(i int, mark string) error {
		return send(ctx, "POST", writer.base+"/api/DockView/StartLoading", writer.token, text(map[string]any{"ShipmentId": loadKey(i), "Door": mark}), nil)
	})
	errs := make([]error, o.devices)
	var ready sync.WaitGroup
	ready.Add(o.devices)
	each(o.devices, 8, func(i int) {
		t := tablets[i]
		if errs[i] = t.pull(ctx, true); errs[i] != nil {
			return
		}
		go func() {
			if err := t.listen(ctx, ready.Done, func(rows map[string][]json.RawMessage) {
				for _, row := range rows["dock_shipment"] {
					var s struct{ Door string }
					if json.Unmarshal(row, &s) == nil {
						if began, ok := m.of(s.Door); ok {
							a.got(s.Door, began)
						}
					}
				}
			}); err != nil && ctx.Err() == nil {
				fmt.Fprintln(os.Stderr, "load: a device hung up:", err)
			}
		}()
	})
	if err := first(errs); err != nil {
		return nil, err
	}
	ready.Wait()
	time.Sleep(time.Second)
	return measure()
}

// perPush is a whole load: the driver, the door, seven pallets, the seal.
const (
	perPush = 10
	perLoad = 7
)

func (t *tablet) work(load int) ([]json.RawMessage, error) {
	id := loadKey(load)
	steps := []struct {
		op   string
		args map[string]any
	}{
		{"Shipment/UpdateDriverDetails", map[string]any{"ShipmentId": id, "Name": fmt.Sprint("Dan Ruiz ", load%50), "Licence": "GA-4711", "Phone": "+1 404 555 0137"}},
		{"DockView/StartLoading", map[string]any{"ShipmentId": id, "Door": fmt.Sprint(load % 40)}},
	}
	for n := range perLoad {
		steps = append(steps, struct {
			op   string
			args map[string]any
		}{"DockView/LoadPallet", map[string]any{"ShipmentId": id, "PalletId": palletKey(load, perLoad, n), "Lpn": fmt.Sprintf("LPN-%010d", load*perLoad+n)}})
	}
	steps = append(steps, struct {
		op   string
		args map[string]any
	}{"DockView/FinishLoading", map[string]any{"ShipmentId": id, "Seal": fmt.Sprint("UL-", load), "Trailer": "533182"}})
	out := make([]json.RawMessage, 0, perPush)
	for _, s := range steps {
		m, err := t.mutation(s.op, s.args)
		if err != nil {
			return nil, err
		}
		out = append(out, m)
	}
	return out, nil
}

// pushes has tablets send what was done offline: first as fast as a few connections carry it, then at a steady pace from all devices.
func pushes(ctx context.Context, o options) (any, error) {
	people, err := crew(ctx, o.url, min(40, o.devices))
	if err != nil {
		return nil, err
	}
	tablets, err := fleet(ctx, people, o.devices)
	if err != nil {
		return nil, err
	}
	// What is signed beforehand does not weigh on the machine while it is measured.
	paced := o.rate * 10
	load := 0
	prepare := func(n int) ([][]byte, []*tablet, error) {
		bodies, whose := make([][]byte, n), make([]*tablet, n)
		for i := range n {
			t := tablets[load%len(tablets)]
			work, err := t.work(load)
			if err != nil {
				return nil, nil, err
			}
			bodies[i], whose[i] = text(map[string]any{"device": t.id, "mutations": work}), t
			load++
		}
		return bodies, whose, nil
	}
	push := func(t *tablet, body []byte) error {
		var answer struct {
			Results []struct{ Status, Code string }
		}
		if err := send(ctx, "POST", t.base+"/api/sync/push", t.token, body, &answer); err != nil {
			return err
		}
		for _, r := range answer.Results {
			if r.Status != "applied" {
				return fmt.Errorf("%s %s", r.Status, r.Code)
			}
		}
		return nil
	}
	warm, whose, err := prepare(50)
	if err != nil {
		return nil, err
	}
	for i, b := range warm {
		if err := push(whose[i], b); err != nil {
			return nil, err
		}
	}
	// A device's pushes must come in order, so no round holds more than one of each.
	bodies, whose, err := prepare(min(o.count, o.devices))
	if err != nil {
		return nil, err
	}
	errs := make([]error, len(bodies))
	began, cpu := time.Now(), cpuSeconds(o.pid)
	each(len(bodies), 16, func(i int) { errs[i] = push(whose[i], bodies[i]) })
	took, used := time.Since(began).Seconds(), cpuSeconds(o.pid)-cpu
	if err := first(errs); err != nil {
		return nil, err
	}
	out := map[string]any{"perSecond": float64(len(bodies)*perPush) / took}
	if used > 0 {
		out["perCPUSecond"] = float64(len(bodies)*perPush) / used
	}

	bodies, whose, err = prepare(min(paced, o.devices))
	if err != nil {
		return nil, err
	}
	times := make([]float64, len(bodies))
	errs = make([]error, len(bodies))
	var wg sync.WaitGroup
	began = time.Now()
	for i := range bodies {
		due := began.Add(time.Duration(i) * time.Second / time.Duration(o.rate))
		time.Sleep(time.Until(due))
		wg.Go(func() { errs[i], times[i] = push(whose[i], bodies[i]), since(due) })
	}
	wg.Wait()
	if err := first(errs); err != nil {
		return nil, err
	}
	out["p50"], out["p99"], out["offered"], out["devices"] = quantile(times, .5), quantile(times, .99), o.rate*perPush, o.devices
	return out, nil
}
