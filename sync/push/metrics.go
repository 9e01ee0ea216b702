package push

import "github.com/prometheus/client_golang/prometheus"

var (
	mutations = prometheus.NewCounterVec(prometheus.CounterOpts{Name: "sync_push_mutations_total", Help: "Mutations by outcome: applied, rejected, parked, retry. A repeat counts once."}, []string{"result"})
	lag       = prometheus.NewHistogram(prometheus.HistogramOpts{Name: "sync_device_lag_seconds", Help: "From a person's act to its outcome on the server.", Buckets: []float64{0.1, 0.3, 1, 3, 10, 30, 60, 300, 900, 3600, 4 * 3600, 12 * 3600, 48 * 3600}})
)

func init() {
	for _, s := range (Status("")).Values() {
		mutations.WithLabelValues(s)
	}
	prometheus.MustRegister(mutations, lag)
}
