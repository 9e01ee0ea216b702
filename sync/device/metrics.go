package device

import "github.com/prometheus/client_golang/prometheus"

var rows = prometheus.NewCounter(prometheus.CounterOpts{Name: "sync_pull_rows_total", Help: "Rows that pulls brought to devices."})

func init() { prometheus.MustRegister(rows) }
