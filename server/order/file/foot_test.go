package file

import (
	"bytes"
	"testing"
)

// What a report says below its orders is no order. What may have been the head of one ends the order above, so that no line goes to the wrong one.
func TestRead_FootOfAReport(t *testing.T) {
	const file = "Order No,Ship Date,Ship To Name,Ship To Address,Ship To City,Ship To State,Ship To Zip,Item,Qty,Weight (lb)\n" +
		"SO-1,2026-12-01,Keystone,1 Main St,Tulsa,OK,74116,A-1,2,20\n" +
		"SO-2,2026-12-01,Keystone,1 Main St,Tulsa,OK,74116,A-1,3,30\n" +
		",,,,,,,A-2,4,40\n" +
		"Confidential Information - Do Not Distribute\n" +
		",,,,,,,A-3,5,50\n" +
		"** End of list **\n"
	raw := []byte(file)
	sh, err := Orders.SniffAs("1", bytes.NewReader(raw), int64(len(raw)), "a.csv", nil, house)
	if err != nil {
		t.Fatal(err)
	}
	var got []Row
	n, err := Orders.Read("1", bytes.NewReader(raw), int64(len(raw)), sh.Mapping, house, func(r Row) error { got = append(got, r); return nil })
	if err != nil || n.Notes == nil || n.Notes.Sums != 2 || len(got) != 3 {
		t.Fatalf("%+v %v %+v", n, err, got)
	}
	if items := len(got[1].Order.Items); got[1].Order.Number != "SO-2" || items != 2 {
		t.Errorf("%+v", got[1])
	}
	if got[2].Order.Number != "" || len(got[2].Errors) == 0 {
		t.Errorf("a line below the foot went somewhere: %+v", got[2])
	}
}
