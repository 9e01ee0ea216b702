package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"sync/atomic"
	"time"

	"lading/sync/pull"
)

// firstLoads has every tablet of a yard load from the beginning in the same moment: all storage was cleared, or the server has begun a new epoch.
func firstLoads(ctx context.Context, o options) (any, error) {
	people, err := crew(ctx, o.url, min(40, o.devices))
	if err != nil {
		return nil, err
	}
	tablets, err := fleet(ctx, people, o.devices)
	if err != nil {
		return nil, err
	}
	alone, err := newTablet(ctx, people[0])
	if err != nil {
		return nil, err
	}
	began, cpu := time.Now(), cpuSeconds(o.pid)
	rows, err := alone.pull1(ctx)
	if err != nil {
		return nil, err
	}
	out := map[string]any{"rows": rows, "alone": since(began), "aloneMB": peakMB(o.pid), "aloneCPU": 1000 * (cpuSeconds(o.pid) - cpu)}
	times, errs := make([]float64, o.devices), make([]error, o.devices)
	var total atomic.Int64
	began, cpu = time.Now(), cpuSeconds(o.pid)
	each(o.devices, o.devices, func(i int) {
		n, err := tablets[i].pull1(ctx)
		total.Add(int64(n))
		times[i], errs[i] = since(began), err
	})
	out["all"] = since(began)
	out["cpu"] = 1000 * (cpuSeconds(o.pid) - cpu) / float64(o.devices)
	out["MB"] = peakMB(o.pid)
	out["p50"] = quantile(times, .5)
	out["same"] = total.Load() == int64(rows*o.devices)
	return out, first(errs)
}

// pull1 loads from the beginning and keeps nothing but the count of rows.
func (t *tablet) pull1(ctx context.Context) (rows int, err error) {
	for {
		req, err := http.NewRequestWithContext(ctx, "POST", t.base+"/api/sync/pull", bytes.NewReader(text(map[string]any{"device": t.id, "schema": pull.Schema, "cursor": t.cursor, "warehouses": []string{"ATL"}, "limit": 2000})))
		if err != nil {
			return rows, err
		}
		req.Header.Set("Content-Type", "application/json")
		req.Header.Set("Authorization", "Bearer "+t.token)
		res, err := client.Do(req)
		if err != nil {
			return rows, err
		}
		b, err := io.ReadAll(res.Body)
		_ = res.Body.Close()
		if err != nil {
			return rows, err
		}
		if res.StatusCode != http.StatusOK {
			return rows, errors.New(string(b[:min(len(b), 300)]))
		}
		// All rows of all tablets, read as JSON here, would take more of the machine than the server does: what is asked for stands behind them.
		at := bytes.LastIndex(b, []byte(`"cursor":"`))
		if at < 0 {
			return rows, errors.New("a page without a cursor")
		}
		rows += bytes.Count(b[:at], []byte(`,"version":`))
		var tail struct {
			Cursor string
			More   bool
		}
		if err := json.Unmarshal(append([]byte("{"), b[at:]...), &tail); err != nil {
			return rows, err
		}
		t.cursor = tail.Cursor
		if !tail.More {
			return rows, nil
		}
	}
}
