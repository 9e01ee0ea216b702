package audit

import (
	"cmp"
	"context"
	"slices"

	"lading/server/kit/right"
	"lading/server/op"
	"lading/server/report"
	"lading/server/store"
)

func (a *Area) parcelAnomalies() []op.Op {
	see := []right.Right{right.SeeMoney}
	return slices.Concat(
		report.Ops(report.Spec[AnomalyReq, Outlier]{Path: "anomaly/GetParcelData", Name: "anomaly-parcels", Rows: a.ParcelData, Rights: see, Orgs: a.Orgs}),
		report.Ops(report.Spec[AnomalyReq, Metric]{Path: "anomaly/GetParcelMetrics", Name: "anomaly-parcel-metrics", Rows: a.ParcelMetrics, Rights: see, Orgs: a.Orgs}),
		report.Ops(report.Spec[AnomalyReq, Outlier]{Path: "anomaly/GetParcelZoneData", Name: "anomaly-parcel-zones", Rows: a.ParcelZoneData, Rights: see, Orgs: a.Orgs}),
		report.Ops(report.Spec[AnomalyReq, Metric]{Path: "anomaly/GetParcelZoneMetrics", Name: "anomaly-parcel-zone-metrics", Rows: a.ParcelZoneMetrics, Rights: see, Orgs: a.Orgs}),
	)
}

// ParcelData lists the charges for parcels that are out of line, freight and accessorials, the furthest above what is usual first.
func (a *Area) ParcelData(ctx context.Context, tx *store.Tx, req AnomalyReq) ([]Outlier, error) {
	var all []Outlier
	for _, freight := range []bool{true, false} {
		rows, _, err := a.compared(ctx, tx, req, aspect{freight: freight, parcels: true})
		if err != nil {
			return nil, err
		}
		all = append(all, rows...)
	}
	return a.outliers(ctx, tx, req.Week, all, nil)
}

// ParcelMetrics sums a batch's charges for parcels up by carrier and code.
func (a *Area) ParcelMetrics(ctx context.Context, tx *store.Tx, req AnomalyReq) ([]Metric, error) {
	out := []Metric{}
	for _, freight := range []bool{true, false} {
		rows, past, err := a.compared(ctx, tx, req, aspect{freight: freight, parcels: true})
		if err != nil {
			return nil, err
		}
		out = append(out, metrics(rows, past, false)...)
	}
	slices.SortStableFunc(out, func(x, y Metric) int { return cmp.Compare(y.Out.N, x.Out.N) })
	return out, nil
}

// ParcelZoneData lists the bills for parcels whose freight is out of line with their carrier's in the same zone. A zone is that of the price which counts for the load.
func (a *Area) ParcelZoneData(ctx context.Context, tx *store.Tx, req AnomalyReq) ([]Outlier, error) {
	rows, _, err := a.compared(ctx, tx, req, aspect{freight: true, parcels: true, zones: true})
	return a.outliers(ctx, tx, req.Week, rows, err)
}

// ParcelZoneMetrics sums a batch's freight for parcels up by carrier and zone.
func (a *Area) ParcelZoneMetrics(ctx context.Context, tx *store.Tx, req AnomalyReq) ([]Metric, error) {
	rows, past, err := a.compared(ctx, tx, req, aspect{freight: true, parcels: true, zones: true})
	return metrics(rows, past, true), err
}
