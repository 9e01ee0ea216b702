package app_test

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"lading/server/kit/fail"
	"lading/server/kit/freight"
	"lading/server/kit/rule"
	"lading/server/order"
	"lading/server/shipment"
	"lading/server/testkit"
)

// walked is a rule of what people type as an order says it: where its value stands, in which column of a file, and how it is judged once it is stored.
type walked struct {
	rule   string
	column string // of a file of orders; empty where files have none
	accept bool   // its good examples are good of a whole order, too
	put    func(to, line part, value string) bool
	of     func(to freight.Party, line freight.Item) string
	good   func(string) bool
}

func onAddress(name string) func(to, _ part, value string) bool {
	return func(to, _ part, value string) bool { to[name] = value; return true }
}

var hazmat = part{"un": "UN1263", "properName": "Paint", "class": "3", "packingGroup": "II", "emergencyPhone": "800-424-9300"}

func onHazmat(name string) func(_, line part, value string) bool {
	return func(_, line part, value string) bool { line["hazmat"] = with(hazmat, part{name: value}); return true }
}

var walk = []walked{
	{"email-list", "email", true, onAddress("email"), func(to freight.Party, _ freight.Item) string { return to.Email }, func(s string) bool { return len(rule.BadEmails(s)) == 0 }},
	{"phone", "phone", true, onAddress("phone"), func(to freight.Party, _ freight.Item) string { return to.Phone }, rule.Phones},
	{"contact-name-length", "contact", true, onAddress("contact"), func(to freight.Party, _ freight.Item) string { return to.Contact }, func(s string) bool { return rule.Within(s, rule.The.ContactMax) }},
	{"zip-length", "zip", false, onAddress("zip"), func(to freight.Party, _ freight.Item) string { return to.Zip }, func(s string) bool { return rule.Within(s, rule.The.ZipMax) }},
	{"zip", "zip", false, onAddress("zip"), func(to freight.Party, _ freight.Item) string { return to.Zip }, rule.Zip},
	{"state-length", "state", false, onAddress("state"), func(to freight.Party, _ freight.Item) string { return to.State }, func(s string) bool { return rule.Within(s, rule.The.StateMax) }},
	{"positive-number", "weight", true, func(_, line part, value string) bool {
		n, err := strconv.ParseFloat(value, 64)
		line["weight"] = part{"milli": int64(n * 1000), "unit": "lb"}
		return err == nil
	}, func(_ freight.Party, it freight.Item) string { return strings.TrimSuffix(it.Weight.String(), " lb") }, rule.Positive},
	{"pallet-max", "pallets", true, func(_, line part, value string) bool {
		n, err := strconv.Atoi(value)
		line["pallets"] = n
		return err == nil
	}, func(_ freight.Party, it freight.Item) string { return fmt.Sprint(it.Pallets) }, func(s string) bool { n, err := strconv.ParseInt(s, 10, 64); return err == nil && rule.Pallets(n) }},
	{"nmfc", "nmfc", true, func(_, line part, value string) bool { line["nmfc"] = value; return true }, func(_ freight.Party, it freight.Item) string { return it.NMFC }, rule.NMFC},
	{"un", "", true, onHazmat("un"), func(_ freight.Party, it freight.Item) string { return it.Hazmat.UN }, rule.UN},
	{"hazard-class", "", false, onHazmat("class"), func(_ freight.Party, it freight.Item) string { return it.Hazmat.Class }, rule.HazardClass},
}

// examples are those of the table that server and screen share (sync/testdata/rules.json).
func examples(t *testing.T) map[string]struct{ Accept, Reject []string } {
	t.Helper()
	text, err := os.ReadFile("../../sync/testdata/rules.json")
	if err != nil {
		t.Fatal(err)
	}
	type example struct {
		In json.RawMessage `json:"in"`
	}
	var table []struct {
		Rule           string
		Accept, Reject []example
	}
	if err := json.Unmarshal(text, &table); err != nil {
		t.Fatal(err)
	}
	plain := func(list []example) (out []string) {
		for _, e := range list {
			var s string
			if json.Unmarshal(e.In, &s) != nil {
				s = string(e.In)
			}
			if s != "" && s[0] != '{' { // an empty field is another rule: it may be left out
				out = append(out, s)
			}
		}
		return out
	}
	out := map[string]struct{ Accept, Reject []string }{}
	for _, r := range table {
		out[r.Rule] = struct{ Accept, Reject []string }{plain(r.Accept), plain(r.Reject)}
	}
	return out
}

// Each example of each rule goes in by every way: what a rule refuses is refused, or brought into a form that it takes, and what it takes is taken.
func TestWaysIn_WalkTheTable(t *testing.T) {
	k := testkit.Demo(t)
	office := k.As("office@demo.test")
	number := 0
	fresh := func() string { number++; return fmt.Sprintf("WALK-%d", number) }
	to := part{"name": "Globex", "street": "9 Dock Rd", "city": "Memphis", "state": "TN", "zip": "38101", "country": "US"}
	line := part{"description": "Bolts", "pieces": 2, "packageType": "CTN", "class": "70", "weight": part{"milli": 20_000, "unit": "lb"}}
	head := func(to, line part) part {
		return part{"OrderNumber": fresh(), "WHSE": "ATL", "ShipOn": "2026-11-23", "Consignee": to, "Items": []part{line}}
	}
	known := testkit.Into[order.Order](t, office.Call("Shipment/AddNewOrder", head(to, line)))
	typed := map[string]string{"description": "Description", "pieces": "Qty", "packageType": "packageType", "class": "itemClass", "weight": "Weight", "nmfc": "NMFCCode", "pallets": "Pallets", "hazmat": "HazmatDetails"}
	asOrder := func(path string) func(req part) (freight.Party, freight.Item, error) {
		return func(req part) (freight.Party, freight.Item, error) {
			raw, err := office.Try(path, req)
			if err != nil {
				return freight.Party{}, freight.Item{}, err
			}
			o := testkit.Into[order.Order](t, raw)
			return o.Consignee.V, o.Items.V[0], nil
		}
	}
	ways := map[string]struct {
		req  func(to, line part) part
		send func(part) (freight.Party, freight.Item, error)
		no   string // what it does not hold
	}{
		"AddNewOrder":        {head, asOrder("Shipment/AddNewOrder"), ""},
		"UpdatePendingOrder": {func(to, _ part) part { return part{"OrderId": known.ID, "Consignee": to} }, asOrder("Shipment/UpdatePendingOrder"), "line"},
		"SaveItemDetails":    {func(_, line part) part { return part{"OrderId": known.ID, "Items": []part{line}} }, asOrder("Shipment/SaveItemDetails"), "address"},
		"EditItemDetails":    {func(_, line part) part { return part{"OrderId": known.ID, "Items": []part{line}} }, asOrder("Shipment/EditItemDetails"), "address"},
		"the form": {func(to, line part) part {
			it := part{}
			for k, v := range line {
				it[typed[k]] = v
			}
			return part{"Then": "save", "Shipment": part{"Kind": "prepaid", "WHSE": "ATL", "OrderNumber": fresh(), "ShipOn": "2026-11-23", "Destination": to, "Items": []part{it}}}
		}, func(req part) (freight.Party, freight.Item, error) {
			raw, err := office.Try("Shipment/SaveShipment", req)
			if err != nil {
				return freight.Party{}, freight.Item{}, err
			}
			s := testkit.Into[shipment.Shipment](t, raw)
			return s.Destination.V, s.Items.V[0], nil
		}, ""},
	}
	table := examples(t)
	type row struct {
		walked
		value string
		good  bool
	}
	var rows []row
	for _, w := range walk {
		if len(table[w.rule].Reject) == 0 {
			t.Fatalf("%s has no examples", w.rule)
		}
		for _, v := range table[w.rule].Reject {
			rows = append(rows, row{w, v, false})
		}
		for _, v := range table[w.rule].Accept {
			if w.accept {
				rows = append(rows, row{w, v, true})
			}
		}
	}
	inFile := map[string]row{}
	columns := []string{"order number", "whse", "ship date", "ship to name", "address", "city", "state", "zip", "country", "contact", "phone", "email", "description", "qty", "weight", "pallets", "class", "nmfc"}
	values := []string{"", "ATL", "2026-11-23", "Globex", "9 Dock Rd", "Memphis", "TN", "38101", "US", "", "", "", "Bolts", "2", "20", "", "70", ""}
	var content bytes.Buffer
	sheet := csv.NewWriter(&content)
	_ = sheet.Write(columns)
	for _, r := range rows {
		at, goods := with(to, nil), with(line, nil)
		holds := r.put(at, goods, r.value)
		part := map[bool]string{true: "address", false: "line"}[fmt.Sprint(at) != fmt.Sprint(to)]
		for name, way := range ways {
			if !holds || way.no == part || r.value == to["zip"] {
				continue
			}
			party, item, err := way.send(way.req(at, goods))
			f, refused := fail.As(err)
			switch {
			case err != nil && !refused:
				t.Errorf("%s %q by %s: %v", r.rule, r.value, name, err)
			case r.good && refused:
				t.Errorf("%s %q by %s is refused: %v", r.rule, r.value, name, f)
			case !r.good && refused && len(f.Fields) == 0:
				t.Errorf("%s %q by %s names no field: %v", r.rule, r.value, name, f)
			case !r.good && !refused && !r.walked.good(r.of(party, item)):
				t.Errorf("%s %q by %s is stored as %q", r.rule, r.value, name, r.of(party, item))
			}
		}
		if i := slices.Index(columns, r.column); i >= 0 {
			cells := slices.Clone(values)
			cells[0], cells[i] = fresh(), r.value
			inFile[cells[0]] = r
			_ = sheet.Write(cells)
		}
	}
	sheet.Flush()
	up := testkit.Into[order.UploadResp](t, office.Upload("Shipment/UploadOrderFile", "orders.csv", content.Bytes(), nil))
	seen := 0
	for page := 1; seen < len(inFile); page++ {
		p := testkit.Into[order.PreviewResp](t, office.Call("Order/Preview", part{"ImportId": up.Import.ID, "pageSize": 100, "pageIndex": page}))
		if len(p.Rows) == 0 {
			break
		}
		for _, got := range p.Rows {
			r, ok := inFile[got.Order.Number]
			if !ok {
				t.Errorf("order %q is not of the file", got.Order.Number)
				continue
			}
			seen++
			bad := len(got.Errors) > 0
			var item freight.Item
			if len(got.Order.Items) > 0 {
				item = got.Order.Items[0]
			}
			switch stored := r.of(got.Order.Consignee, item); {
			case r.good && bad:
				t.Errorf("%s %q in a file is refused: %+v", r.rule, r.value, got.Errors)
			case !r.good && !bad && !r.walked.good(stored):
				t.Errorf("%s %q in a file is stored as %q", r.rule, r.value, stored)
			}
		}
	}
	if seen != len(inFile) {
		t.Errorf("%d of the file's %d orders came back", seen, len(inFile))
	}
}
