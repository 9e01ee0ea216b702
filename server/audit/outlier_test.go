package audit_test

import (
	"context"
	"fmt"
	"testing"

	"lading/server/audit"
	"lading/server/report"
	"lading/server/store"
	"lading/server/testkit"
)

// Eight liftgates at 50.00 in the weeks before, and one at 52.00 and one at 90.00 in the batch. Of inside delivery there were three before, which is too few to say what is usual.
func TestOutlier_IsToldByMedianAndSpreadOfTheYearBefore(t *testing.T) {
	k := testkit.Demo(t)
	ids := map[string]string{}
	n := 0
	put := func(name, week, warehouse, code string, minor, linehaul int64) {
		n++
		i := audit.Invoice{Number: fmt.Sprintf("O-%d", n), Carrier: "SAIA", CarrierName: "Saia", Kind: audit.Original, PRO: fmt.Sprintf("O%d", n), InvoicedOn: "2025-05-01", Currency: "USD", TotalMinor: minor + linehaul,
			Charges: store.JSON[[]audit.Charge]{V: []audit.Charge{{Code: "linehaul", AmountMinor: linehaul}, {Code: code, AmountMinor: minor}}}}
		k.Write("1", func(ctx context.Context, tx *store.Tx) error {
			kept, err := k.App.Audit.Put(ctx, tx, i, k.Now())
			if err == nil {
				_, err = tx.ExecContext(ctx, `UPDATE audit_invoice SET week = ?, warehouse = ? WHERE id = ?`, week, warehouse, kept.ID)
			}
			ids[name] = kept.ID
			return err
		})
	}
	for week := range 8 {
		put("", fmt.Sprintf("2025%02d", week+10), "ATL", "LFTD", 50_00, 100_00)
	}
	for week := range 3 {
		put("", fmt.Sprintf("2025%02d", week+10), "ATL", "INDL", 20_00, 100_00)
	}
	put("", "202401", "ATL", "LFTD", 900_00, 100_00) // more than a year before
	put("near", "202520", "ATL", "LFTD", 52_00, 100_00)
	put("far", "202520", "DAL", "LFTD", 90_00, 300_00)
	put("rare", "202520", "ATL", "INDL", 99_00, 100_00)

	auditor := k.As("audit@demo.test")
	ask := audit.AnomalyReq{Week: "202520"}
	rows := testkit.Into[[]audit.Outlier](t, auditor.Call("anomaly/GetAccessorialdata", ask))
	if len(rows) != 1 || rows[0].InvoiceID != ids["far"] || rows[0].Code != "LFTD" || rows[0].UsualMinor != 50_00 || rows[0].HighMinor != 55_00 || rows[0].Peers != 8 || rows[0].Basis != audit.OfCarrier {
		t.Fatalf("%+v", rows)
	}
	got := map[string]audit.Metric{}
	for _, m := range testkit.Into[[]audit.Metric](t, auditor.Call("anomaly/GetAccessorialmetric", ask)) {
		got[m.Code] = m
	}
	if m := got["LFTD"]; m.Charges != 2 || m.Judged != 2 || m.Out != (report.Share{N: 1, Of: 2}) || m.TotalMinor != 142_00 || m.MedianMinor != 71_00 || m.UsualMinor != 50_00 {
		t.Errorf("liftgate: %+v", m)
	}
	if m := got["INDL"]; m.Charges != 1 || m.Judged != 0 || m.Out.Of != 0 || m.Peers != 3 {
		t.Errorf("inside delivery: %+v", m)
	}
	freight := testkit.Into[[]audit.Outlier](t, auditor.Call("anomaly/GetClientcharacteristicsdata", ask))
	if len(freight) != 1 || freight[0].InvoiceID != ids["far"] || freight[0].Code != audit.Freight || freight[0].AmountMinor != 300_00 {
		t.Errorf("freight: %+v", freight)
	}
	if m := testkit.Into[[]audit.Metric](t, auditor.Call("anomaly/GetFreightMetrics", ask)); len(m) != 1 || m[0].Charges != 3 || m[0].Out != (report.Share{N: 1, Of: 3}) {
		t.Errorf("freight: %+v", m)
	}
	away := *auditor
	away.By.Warehouses = []string{"ATL"}
	if rows := testkit.Into[[]audit.Outlier](t, away.Call("anomaly/GetAccessorialdata", ask)); len(rows) != 0 {
		t.Errorf("in ATL: %+v", rows)
	}
	for _, path := range []string{"GetAccessorialdata", "GetAccessorialmetric", "GetClientcharacteristicsdata", "GetFreightMetrics"} {
		if f := k.As("dock@demo.test").Refused("anomaly/"+path, ask); f.Code != "no-right" {
			t.Errorf("%s by the dock: %+v", path, f)
		}
		if f := auditor.Refused("anomaly/"+path, audit.AnomalyReq{Week: "202660"}); len(f.Fields) != 1 || f.Fields[0].Field != "Week" {
			t.Errorf("%s: %+v", path, f)
		}
	}

	// Comments.
	note := audit.SaveCommentReq{Week: "202520", InvoiceID: ids["far"], Code: "LFTD", Text: "  Two lifts, billed as agreed "}
	if c := testkit.Into[audit.Comment](t, auditor.Call("anomaly/SaveComment", note)); c.Text != "Two lifts, billed as agreed" || c.ByName == "" {
		t.Errorf("%+v", c)
	}
	auditor.Call("anomaly/SaveComment", audit.SaveCommentReq{Week: "202520", Text: "Peak season"})
	if rows := testkit.Into[[]audit.Outlier](t, auditor.Call("anomaly/GetAccessorialdata", ask)); rows[0].Comments != 1 {
		t.Errorf("not counted: %+v", rows)
	}
	comments := func(p *testkit.Person, req audit.CommentsReq) int {
		t.Helper()
		return len(testkit.Into[[]audit.Comment](t, p.Call("anomaly/GetComments", req)))
	}
	if all, one, seen := comments(auditor, audit.CommentsReq{Week: "202520"}), comments(auditor, audit.CommentsReq{Week: "202520", InvoiceID: ids["far"], Code: "LFTD"}), comments(&away, audit.CommentsReq{Week: "202520"}); all != 2 || one != 1 || seen != 1 {
		t.Errorf("%d of the batch, %d of the charge, %d of what ATL sees", all, one, seen)
	}
	// A site's comment on the batch is for those who see the site.
	south := *auditor
	south.By.User, south.By.Warehouses = "U-DALL", []string{"DAL"}
	south.Call("anomaly/SaveComment", audit.SaveCommentReq{Week: "202520", Text: "Two doors closed"})
	if all, atl, dal := comments(auditor, audit.CommentsReq{Week: "202520"}), comments(&away, audit.CommentsReq{Week: "202520"}), comments(&south, audit.CommentsReq{Week: "202520"}); all != 3 || atl != 1 || dal != 3 {
		t.Errorf("a comment of DAL: %d see all, %d ATL, %d DAL", all, atl, dal)
	}
	if got := testkit.Into[[]audit.Noted](t, auditor.Call("anomaly/GetComments", audit.CommentsReq{Week: "202520"})); got[0].Text != "Two doors closed" || got[0].Number != "" || got[2].Code != "LFTD" || got[2].Number == "" {
		t.Errorf("%+v", got)
	}
	if f := away.Refused("anomaly/SaveComment", note); f.Code != "invoice-unknown" {
		t.Errorf("%+v", f)
	}
	if f := k.As("admin@other.test").Refused("anomaly/SaveComment", note); f.Code != "invoice-unknown" {
		t.Errorf("%+v", f)
	}
	for field, req := range map[string]audit.SaveCommentReq{"Comment": {Week: "202520", Text: "   "}, "Week": {Week: "202519", InvoiceID: ids["far"], Text: "x"}, "Code": {Week: "202520", InvoiceID: ids["far"], Code: "RESI", Text: "x"}, "InvoiceId": {Week: "202520", Code: "LFTD", Text: "x"}} {
		if f := auditor.Refused("anomaly/SaveComment", req); len(f.Fields) != 1 || f.Fields[0].Field != field {
			t.Errorf("%s: %+v", field, f)
		}
	}
	if f := k.As("office@demo.test").Refused("anomaly/SaveComment", note); f.Code != "no-right" {
		t.Errorf("%+v", f)
	}
	if n := comments(auditor, audit.CommentsReq{Week: "202520"}); n != 3 {
		t.Errorf("%d comments after refusals", n)
	}
}

// Liftgates of 50.00 in eight weeks. Beside them, in the weeks before as in the batch: a bill of 90.00 that a corrected one of 52.00 replaced, one of 95.00 that was approved at nothing, and a balance due of 5.00.
func TestOutlier_KnowsNoBillThatWasReplacedRefusedOrABalance(t *testing.T) {
	k := testkit.Demo(t)
	n := 0
	put := func(week string, kind audit.Kind, number string, minor int64, refused bool) {
		n++
		i := audit.Invoice{Number: number, Carrier: "SAIA", CarrierName: "Saia", Kind: kind, InvoicedOn: "2025-05-01", Currency: "USD", TotalMinor: minor + 100_00,
			Charges: store.JSON[[]audit.Charge]{V: []audit.Charge{{Code: "linehaul", AmountMinor: 100_00}, {Code: "LFTD", AmountMinor: minor}}}}
		k.Write("1", func(ctx context.Context, tx *store.Tx) error {
			kept, err := k.App.Audit.Put(ctx, tx, i, k.Now())
			if err == nil {
				_, err = tx.ExecContext(ctx, `UPDATE audit_invoice SET week = ?, warehouse = 'ATL', state = CASE WHEN ? THEN 'audit-complete' ELSE 'audit-errors' END, pay_minor = 0 WHERE id = ?`, week, refused, kept.ID)
			}
			return err
		})
	}
	for i := range 8 {
		week := fmt.Sprintf("2025%02d", i+10)
		put(week, audit.Original, fmt.Sprintf("A-%d", i), 50_00, false)
		put(week, audit.BalanceDue, fmt.Sprintf("A-%d", i), 5_00, false)
		put(week, audit.Original, fmt.Sprintf("R-%d", i), 95_00, true)
	}
	put("202520", audit.Original, "B-1", 90_00, false)
	put("202520", audit.Corrected, "B-1", 52_00, false)
	put("202520", audit.Original, "B-2", 95_00, true)
	put("202520", audit.BalanceDue, "B-3", 5_00, false)
	auditor := k.As("audit@demo.test")
	ask := audit.AnomalyReq{Week: "202520"}
	for _, path := range []string{"anomaly/GetAccessorialdata", "anomaly/GetClientcharacteristicsdata"} {
		if rows := testkit.Into[[]audit.Outlier](t, auditor.Call(path, ask)); len(rows) != 0 {
			t.Errorf("%s: %+v", path, rows)
		}
	}
	if m := testkit.Into[[]audit.Metric](t, auditor.Call("anomaly/GetAccessorialmetric", ask)); len(m) != 1 || m[0].Charges != 1 || m[0].TotalMinor != 52_00 || m[0].UsualMinor != 50_00 || m[0].Peers != 8 {
		t.Errorf("%+v", m)
	}
}
