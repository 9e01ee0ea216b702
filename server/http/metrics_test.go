package http

import (
	"testing"

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
