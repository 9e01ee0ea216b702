package app

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"lading/fixtures"
	"lading/server/kit/page"
	"lading/server/op"
	"lading/server/store"
)

// stillEmpty are the lists that show nothing in the demo, and why that is right.
var stillEmpty = map[string]string{
	"Access/Applications":                      "keys of other programs: nobody has made one",
	"Integration/OrderFiles":                   "files come by SFTP from another system",
	"Audit/Uploads":                            "files that were sent in; bills come by the loader",
	"Audit/PaymentFiles":                       "files that were sent in",
	"DynamicViews/Open":                        "asks for a view",
	"Initial/GetBrandDetails":                  "the organisation is no house of brands",
	"Document/Sealing":                         "no certificate is in the program",
	"Vendor/GetForwarders":                     "links are secrets of whom they are mailed to",
	"Order/Imports":                            "no file was sent in",
	"Org/Backup":                               "the test has no replica",
	"Org/Samples":                              "samples are for organisations that begin empty",
	"Org/Videos":                               "there are none to link to",
	"Parcel/Labels":                            "labels are bought of a parcel carrier, who has an account",
	"Rating/Exchange":                          "all money is of one currency",
	"Rating/Kept":                              "asks for a shipment",
	"Reports/GetScheduledReports":              "they would mail people who did not ask for it",
	"Shipment/BulkMarks":                       "asks for shipments",
	"Shipment/DownloadReportLogs":              "reports are made by the clock",
	"Shipment/EmailConversations":              "asks for a shipment",
	"Shipment/GetConsolidateOrderData":         "no orders were consolidated",
	"Shipment/GetFilteredNMFCSubMasterDetails": "the table of classes is under licence and not in the program",
	"Shipment/GetSelectedServices":             "services that every load has: none",
	"Shipment/IsValidNMFC":                     "asks for a number",
	"Shipment/PVTFeetOrderList":                "asks for orders",
	"Shipment/PendingOrderByPage":              "no order waits for its items",
	"Sync/DeviceLogs":                          "devices send them when they are asked to",
	"Sync/Devices":                             "devices enrol when people sign in",
	"Sync/Tray":                                "no device has had work refused",
	"anomaly/GetComments":                      "nobody has commented on this week",
	"config/get-config-list":                   "columns that somebody chose",
	"InternalDashboard/Acts":                   "counts what people do from now on",
}

// askedOf gives requests of lists that want to know of what.
func askedOf(day string) map[string]map[string]any {
	return map[string]map[string]any{
		"Warehouse/InboundDay":                     {"WarehouseId": "ATL", "SlotDate": day},
		"Yard/History":                             {"WarehouseId": "ATL"},
		"Supplemental/GetScoreCardDetails":         {"From": daysFrom(day, -60), "To": day},
		"WarehousesSlots/daily-warehouse-shipment": {"From": daysFrom(day, -3), "To": day},
		"Shipment/GetShipmentList":                 {"statuscode": "T"},
		"Mtl/Scenarios":                            {},
		"Packing/Types":                            {},
	}
}

func daysFrom(day string, in int) string {
	t, err := time.Parse(time.DateOnly, day)
	if err != nil {
		panic(err)
	}
	return t.AddDate(0, 0, in).Format(time.DateOnly)
}

// holds reports whether an answer has a list, and whether any has a row.
func holds(v any) (lists, rows bool) {
	switch v := v.(type) {
	case []any:
		return true, len(v) > 0
	case map[string]any:
		for _, in := range v {
			if list, ok := in.([]any); ok {
				lists, rows = true, rows || len(list) > 0
			}
		}
	}
	return lists, rows
}

// Every list of the product that can be asked for as a whole shows something to the administrator of the full demo, at whatever hour it is loaded.
func TestDemo_EveryListShowsSomething(t *testing.T) {
	for _, now := range []time.Time{time.Now(), time.Date(2026, 11, 28, 4, 58, 0, 0, time.UTC), time.Date(2027, 3, 14, 15, 0, 0, 0, time.UTC)} { // the second is a minute to midnight in Atlanta
		t.Run(now.UTC().Format(time.RFC3339), func(t *testing.T) { everyList(t, now) })
	}
}

func everyList(t *testing.T, now time.Time) {
	ctx := context.Background()
	a, err := New(ctx, Config{Data: t.TempDir(), Replica: "off", PublicURL: "http://127.0.0.1:8080", Clock: func() time.Time { return now }})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = a.Close(ctx) }()
	if err := a.LoadDemo(ctx, fixtures.Size{Orders: 400, Shipments: 400}); err != nil {
		t.Fatal(err)
	}
	if _, err := a.Jobs.Drain(ctx, "1"); err != nil {
		t.Fatal(err)
	}
	db, err := a.Store.Org(ctx, "1")
	if err != nil {
		t.Fatal(err)
	}
	var admin store.Actor
	if err := db.Read(ctx, store.System(), func(ctx context.Context, tx *store.Tx) (err error) {
		admin, err = a.Access.Actor(ctx, tx, "U-ADMIN")
		return err
	}); err != nil {
		t.Fatal(err)
	}
	home, err := time.LoadLocation("America/New_York")
	if err != nil {
		t.Fatal(err)
	}
	asked, seen := askedOf(now.In(home).Format(time.DateOnly)), 0
	for _, o := range a.Registry.All() {
		req, named := asked[o.Path]
		if o.Kind != op.KindQuery || o.Public || !named && strings.Contains(o.Path, "{") {
			continue
		}
		args, err := json.Marshal(req)
		if err != nil {
			t.Fatal(err)
		}
		if !named {
			args = []byte(`{}`)
		}
		if _, err := op.Decode(o, args, nil); err != nil && !named { // of one thing, not of all
			continue
		}
		ans, err := a.Registry.Run(ctx, &op.Call{Op: o, Org: "1", By: admin, At: now, Args: args})
		if err != nil {
			if named {
				t.Errorf("%s: %v", o.Path, err)
			}
			continue
		}
		text, err := json.Marshal(ans.Body)
		if err != nil {
			continue
		}
		var v any
		if err := json.Unmarshal(text, &v); err != nil {
			t.Fatal(err)
		}
		lists, rows := holds(v)
		if !lists {
			continue
		}
		seen++
		reason, spared := stillEmpty[o.Path]
		switch {
		case !rows && !spared:
			t.Errorf("%s shows nothing on %s", o.Path, namesOf(o.Pages()))
		case rows && spared:
			t.Errorf("%s shows something: strike it from the list (%s)", o.Path, reason)
		}
	}
	if seen < 60 {
		t.Errorf("only %d lists were seen", seen)
	}
}

func namesOf(ids []page.ID) string {
	var out []string
	for _, id := range ids {
		out = append(out, fmt.Sprint(id))
	}
	slices.Sort(out)
	return strings.Join(out, ", ")
}
