package device

import "github.com/prometheus/client_golang/prometheus"

var (
	rows    = prometheus.NewCounter(prometheus.CounterOpts{Name: "sync_pull_rows_total", Help: "Rows that pulls brought to devices."})
	digests = prometheus.NewCounterVec(prometheus.CounterOpts{Name: "sync_digest_total", Help: "Digests that devices counted from their own rows, compared with the log: same, differs, later (the scope has changed since)."}, []string{"result"})
)

func init() {
	for _, r := range []string{"same", "differs", "later"} {
		digests.WithLabelValues(r)
	}
	prometheus.MustRegister(rows, digests)
}
