package file

import (
	"io"

	"lading/server/kit/table"
)

// Kind is what a file holds: what customers want shipped, or what we bought of vendors. In a file of purchase orders the number is the buyer's own, the
// party is the vendor whose dock the goods leave from, and the warehouse is where they go: the same columns, called the other way round.
type Kind string

// The kinds.
const (
	Orders    Kind = "order"
	Purchases Kind = "purchase"
)

// Values lists the kinds.
func (Kind) Values() []string { return []string{"order", "purchase"} }

func (k Kind) dictionary() *dictionary {
	if k == Purchases {
		return purchases
	}
	return orders
}

// Sniff looks at the beginning of an organization's file and proposes how to read it. name is only what the person calls it; the content decides.
func (k Kind) Sniff(org string, r io.ReaderAt, size int64, name string) (Sheet, error) {
	return k.dictionary().sniff(org, r, size, name, table.Known{})
}

// SniffAs is Sniff with what was said of titles before, see Titled, and with the warehouses that there are: a column of nothing else is theirs.
func (k Kind) SniffAs(org string, r io.ReaderAt, size int64, name string, remembered map[string]string, warehouse func(string) (code string, ok bool)) (Sheet, error) {
	return k.dictionary().sniff(org, r, size, name, table.Known{Titles: remembered, Values: map[string]func(string) bool{
		string(FieldWarehouse): func(s string) bool { _, ok := warehouse(s); return ok },
	}})
}

// Read gives the orders of an organization's file to each, an order when its last line has been read. Of a purchase order, the vendor stands where an order has its
// consignee. The file is read twice: the first time tells how it writes dates and numbers and how many lines each order has, so that the second needs to
// hold only the orders that are not complete yet. warehouse finds the code of what the file calls a warehouse. An error of each ends the reading and is
// returned.
func (k Kind) Read(org string, r io.ReaderAt, size int64, m Mapping, warehouse func(string) (code string, ok bool), each func(Row) error) (Counts, error) {
	return k.dictionary().read(org, r, size, m, warehouse, each)
}

// Missing lists what is needed and neither a column nor a default gives.
func (k Kind) Missing(m Mapping) []Field { return m.missing(k.dictionary().required) }
