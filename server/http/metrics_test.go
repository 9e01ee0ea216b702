package http

import (
	"io"
	"net"
	"net/http"
	"testing"

	"lading/server/op"

	"github.com/gofiber/fiber/v3"
	"github.com/prometheus/client_golang/prometheus"
)

func TestMetrics_NameNoOrganisationAndNoPlace(t *testing.T) {
	r := prometheus.NewRegistry()
	bytes := prometheus.NewCounterVec(prometheus.CounterOpts{Name: "litestream_bytes"}, []string{"db", "level"})
	size := prometheus.NewGaugeVec(prometheus.GaugeOpts{Name: "litestream_size"}, []string{"path"})
	took := prometheus.NewHistogramVec(prometheus.HistogramOpts{Name: "litestream_seconds"}, []string{"db"})
	plain := prometheus.NewCounterVec(prometheus.CounterOpts{Name: "op_calls"}, []string{"op"})
	r.MustRegister(bytes, size, took, plain)
	for _, org := range []string{"/data/org/1.db", "/data/org/2.db"} {
		bytes.WithLabelValues(org, "0").Add(3)
		bytes.WithLabelValues(org, "1").Add(1)
		size.WithLabelValues(org).Set(5)
		took.WithLabelValues(org).Observe(1)
		plain.WithLabelValues("x").Inc()
	}
	if _, err := (nameless{r}).Gather(); err != nil {
		t.Fatal(err)
	}
	families, err := nameless{r}.Gather() // a second time finds what the first one found
	if err != nil {
		t.Fatal(err)
	}
	got := map[string]float64{}
	for _, f := range families {
		for _, m := range f.Metric {
			name := f.GetName()
			for _, l := range m.Label {
				name += " " + l.GetName() + "=" + l.GetValue()
			}
			got[name] = m.GetCounter().GetValue() + m.GetGauge().GetValue()
		}
	}
	want := map[string]float64{"litestream_bytes level=0": 6, "litestream_bytes level=1": 2, "litestream_size": 10, "op_calls op=x": 2}
	if len(got) != len(want) {
		t.Fatalf("%v", got)
	}
	for k, v := range want {
		if got[k] != v {
			t.Errorf("%s = %v, want %v; all: %v", k, got[k], v, got)
		}
	}
}

func TestMetrics_AreForTheMachineAndForTheTokenAlone(t *testing.T) {
	const token = "a-token-of-the-operator"
	for name, c := range map[string]struct {
		opt    Options
		host   string
		head   map[string]string
		status int
	}{
		"from the machine":                      {status: 200},
		"by its own name":                       {host: "localhost:8080", status: 200},
		"through a proxy on the machine":        {head: map[string]string{"X-Forwarded-For": "203.0.113.9"}, status: 401},
		"by a name that strangers use":          {host: "tms.example.com", status: 401},
		"behind a proxy that says nothing":      {opt: Options{TrustProxy: true}, status: 401},
		"with the token":                        {opt: Options{TrustProxy: true, MetricsToken: token}, host: "tms.example.com", head: map[string]string{"Authorization": "Bearer " + token, "X-Forwarded-For": "203.0.113.9"}, status: 200},
		"with another token":                    {opt: Options{MetricsToken: token}, head: map[string]string{"Authorization": "Bearer " + token + "x"}, status: 401},
		"with an empty token where none is set": {head: map[string]string{"Authorization": "Bearer "}, status: 401},
	} {
		c.opt.Registry = op.NewRegistry(nil)
		app := New(c.opt)
		l, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			t.Fatal(err)
		}
		go func() { _ = app.Listener(l, fiber.ListenConfig{DisableStartupMessage: true}) }()
		r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, "http://"+l.Addr().String()+"/metrics", nil)
		if err != nil {
			t.Fatal(err)
		}
		r.Host = c.host
		for k, v := range c.head {
			r.Header.Set(k, v)
		}
		resp, err := http.DefaultClient.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		body, err := io.ReadAll(resp.Body)
		_ = resp.Body.Close()
		if err != nil || resp.StatusCode != c.status || c.status == 401 && len(body) > 40 {
			t.Errorf("%s: %d, %d bytes, %v", name, resp.StatusCode, len(body), err)
		}
		_ = app.Shutdown()
	}
}
