package http

import (
	"crypto/subtle"
	"net"
	"net/http"
	"slices"
	"strings"

	"github.com/gofiber/fiber/v3"

	"github.com/prometheus/client_golang/prometheus"
	dto "github.com/prometheus/client_model/go"
)

// unnamed are labels that tell of an organisation, or of where things lie. Litestream puts a database's path on all that it counts.
var unnamed = []string{"db", "path", "org", "tenant", "device"}

// passedOn are what proxies say of whom they ask for.
var passedOn = []string{fiber.HeaderXForwardedFor, fiber.HeaderXForwardedHost, fiber.HeaderXForwardedProto, "X-Real-Ip", fiber.HeaderForwarded, fiber.HeaderVia}

// measured lets those to the metrics who have the operator's token, or who ask from this machine itself and not through a proxy on it: the names of the calls and how often
// each is used are nothing for strangers. Where a proxy stands before the server, the token alone counts, because not every proxy says that it is one.
func measured(opt Options) fiber.Handler {
	return func(c fiber.Ctx) error {
		said := c.Get(fiber.HeaderAuthorization)
		given, bearer := strings.CutPrefix(said, "Bearer ")
		switch {
		case bearer && opt.MetricsToken != "" && subtle.ConstantTimeCompare([]byte(given), []byte(opt.MetricsToken)) == 1:
			return c.Next()
		case said == "" && !opt.TrustProxy && onMachine(c):
			return c.Next()
		}
		c.Set(fiber.HeaderWWWAuthenticate, "Bearer")
		return c.SendStatus(http.StatusUnauthorized)
	}
}

// onMachine tells whether a request comes from this machine, which it takes for itself.
func onMachine(c fiber.Ctx) bool {
	host := c.Host()
	if name, _, err := net.SplitHostPort(host); err == nil {
		host = name
	}
	ip := net.ParseIP(strings.Trim(host, "[]"))
	return c.RequestCtx().RemoteIP().IsLoopback() && (host == "localhost" || ip != nil && ip.IsLoopback()) &&
		!slices.ContainsFunc(passedOn, func(h string) bool { return c.Get(h) != "" })
}

// nameless gathers metrics without those labels: what they told apart is added up.
type nameless struct{ prometheus.Gatherer }

func (n nameless) Gather() ([]*dto.MetricFamily, error) {
	families, err := n.Gatherer.Gather()
	return slices.DeleteFunc(families, func(f *dto.MetricFamily) bool {
		return slices.ContainsFunc(f.Metric, named) && !addUp(f)
	}), err
}

func named(m *dto.Metric) bool {
	return slices.ContainsFunc(m.Label, func(l *dto.LabelPair) bool { return slices.Contains(unnamed, l.GetName()) })
}

// addUp drops the labels and adds counters, gauges and sizes of the same remaining labels. A histogram or summary is not added up.
func addUp(f *dto.MetricFamily) bool {
	sums := map[string]*dto.Metric{}
	var out []*dto.Metric
	for _, m := range f.Metric {
		// The list is the metric's own, also of the next gathering.
		m.Label = slices.DeleteFunc(slices.Clone(m.Label), func(l *dto.LabelPair) bool { return slices.Contains(unnamed, l.GetName()) })
		key := ""
		for _, l := range m.Label {
			key += l.GetName() + "\x00" + l.GetValue() + "\x00"
		}
		sum, ok := sums[key]
		switch {
		case m.Counter == nil && m.Gauge == nil && m.Untyped == nil:
			return false
		case !ok:
			sums[key] = m
			out = append(out, m)
		case m.Counter != nil:
			v := sum.Counter.GetValue() + m.Counter.GetValue()
			sum.Counter = &dto.Counter{Value: &v}
		case m.Gauge != nil:
			v := sum.Gauge.GetValue() + m.Gauge.GetValue()
			sum.Gauge.Value = &v
		default:
			v := sum.Untyped.GetValue() + m.Untyped.GetValue()
			sum.Untyped.Value = &v
		}
	}
	f.Metric = out
	return true
}
